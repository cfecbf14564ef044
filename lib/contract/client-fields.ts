import { lookUp } from '@/lib/base/look-up';
import type { Drift } from './client-drift';

/**
 * Reads the fields of one JSON object of a response. No method throws. A value of another type is converted if its
 * meaning is clear (a number for a string). Any other value counts as absent. Both cases are recorded as drift. For an
 * absent field, the result is '', false, 0, an empty list or an object without fields.
 */
export class Fields {
  constructor(
    private readonly source: Record<string, unknown>,
    readonly where: string,
    readonly drift: Drift,
  ) {}

  text(name: string): string {
    return this.textOrNull(name, '') ?? '';
  }

  /**
   * Returns `whenNull` if the field does not contain text, a number or a boolean. If `whenNull` is null, the contract
   * allows `null` for the field. If `whenNull` is a text, a `null` in the response is recorded as drift.
   */
  textOrNull(name: string, whenNull: string | null = null): string | null {
    const value = this.raw(name);
    if (typeof value === 'string') return value;
    if (value === null && whenNull === null) return null;
    if (typeof value === 'number' || typeof value === 'boolean') {
      this.note(name, `${typeof value} instead of string`);
      return String(value);
    }
    this.note(name, `${kindOf(value)} instead of string`);
    return whenNull;
  }

  flag(name: string): boolean {
    const value = this.raw(name);
    if (typeof value === 'boolean') return value;
    this.note(name, `${kindOf(value)} instead of boolean`);
    return value === 1 || (typeof value === 'string' && /^(1|true|yes)$/i.test(value));
  }

  integer(name: string): number {
    const value = this.raw(name);
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    this.note(name, `${kindOf(value)} instead of integer`);
    if (typeof value === 'boolean') return Number(value);
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : 0;
    return number;
  }

  object(name: string): Fields {
    return this.objectOrNull(name) ?? new Fields({}, `${this.where}.${name}`, silent);
  }

  objectOrNull(name: string): Fields | null {
    const value = this.raw(name);
    if (isObject(value)) return new Fields(value, `${this.where}.${name}`, this.drift);
    if (value !== null) this.note(name, `${kindOf(value)} instead of object`);
    return null;
  }

  /** PHP writes an array with gaps as an object, so the values of an object are accepted too. */
  list(name: string): unknown[] {
    const value = this.raw(name);
    if (Array.isArray(value)) return value;
    if (value !== null || Object.hasOwn(this.source, name))
      this.note(name, `${kindOf(value)} instead of array`);
    return isObject(value) ? Object.values(value) : [];
  }

  objects(name: string): Fields[] {
    const elements = this.list(name);
    const where = `${this.where}.${name}[]`;
    return elements.flatMap((element) => {
      if (isObject(element)) return [new Fields(element, where, this.drift)];
      this.drift.note(where, `${kindOf(element)} instead of object`);
      return [];
    });
  }

  texts(name: string): string[] {
    return this.list(name).flatMap((value) => {
      if (typeof value === 'string') return [value];
      this.note(`${name}[]`, `${kindOf(value)} instead of string`);
      return typeof value === 'number' ? [String(value)] : [];
    });
  }

  integers(name: string): number[] {
    return this.list(name).flatMap((value) => {
      if (typeof value === 'number' && Number.isSafeInteger(value)) return [value];
      this.note(`${name}[]`, `${kindOf(value)} instead of integer`);
      return [];
    });
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  raw(name: string): unknown {
    return lookUp(this.source, name);
  }

  recordUnknown(shape: object): void {
    for (const name of Object.keys(this.source)) {
      if (!Object.hasOwn(shape, name)) this.note(name, 'unknown field');
    }
  }

  note(name: string, what: string): void {
    this.drift.note(`${this.where}.${name}`, what);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

// When an object is missing, only the object itself is recorded as drift, and its fields are not.
const silent: Drift = { note: () => undefined, report: () => [] };
