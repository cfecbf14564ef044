import { numberKey } from '@/lib/store/membership-numbers';
import type { MemberRow } from './member-row';
import type { Identity } from './row-identity';

/** The membership numbers in a file. */
export class GivenNumbers {
  readonly #firstLines = new Map<string, number>();
  /** For numbers in several rows: the line of the second row. */
  readonly #secondLines = new Map<string, number>();
  /** For rows with an ID: the number in the row. */
  readonly #byId = new Map<string, string>();

  add(number: string, { identity, line }: Pick<MemberRow, 'identity' | 'line'>): void {
    const key = numberKey(number);
    if (key === '') return;
    if (!this.#firstLines.has(key)) this.#firstLines.set(key, line);
    else if (!this.#secondLines.has(key)) this.#secondLines.set(key, line);
    const id = idOf(identity);
    if (id !== null) this.#byId.set(id, key);
  }

  has(number: string): boolean {
    return this.#firstLines.has(numberKey(number));
  }

  /** Whether several rows have this number. */
  isShared(number: string): boolean {
    return this.#secondLines.has(numberKey(number));
  }

  get shared(): ReadonlySet<string> {
    return new Set(this.#secondLines.keys());
  }

  /** Another line with this number. */
  otherLine(number: string, line: number): number | null {
    const key = numberKey(number);
    const first = this.#firstLines.get(key) ?? null;
    return first === line ? (this.#secondLines.get(key) ?? null) : first;
  }

  /** The number that the file gives to the membership with this ID. null: the file does not say. */
  of(identity: Identity): string | null {
    return this.#byId.get(idOf(identity) ?? '') ?? null;
  }
}

function idOf(identity: Identity): string | null {
  if (identity.by === 'id') return `own ${identity.id}`;
  return identity.by === 'external' ? `other ${identity.externalId}` : null;
}
