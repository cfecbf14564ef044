/** Kinds of values that only the lists of a full archive have. */
import type { Kind } from '@/lib/contract/fields/field';
import { refuse } from '@/lib/contract/fields/field-error';
import { wholeNumber } from '@/lib/contract/fields/number-kinds';
import { pattern } from '@/lib/contract/fields/text-kinds';

/**
 * The last moment of the year 9999. With this limit, a journal position stays an exact number even after many
 * increments.
 */
const latestMs = 253_402_300_799_999;

/** Milliseconds since 1970. In JSON, ISO 8601 in UTC. */
export const instant: Kind<number, string> = {
  json: 'text',
  blank: 0,
  read(value) {
    const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
    const ms = isInstant ? Date.parse(value) : Number.NaN;
    if (ms >= 0 && ms <= latestMs) return ms;
    return refuse(value, 'must be a time from 1970 on, such as "2026-06-30T10:00:00.000Z"');
  },
  write: (value) => new Date(value).toISOString(),
};

/**
 * A journal row's position is the time of writing in milliseconds since 1970, or a higher number. So the limit for
 * times is also the limit for positions.
 */
export const journalPosition = wholeNumber({ min: 0, max: latestMs });

/** A stored text may have characters that a form refuses. */
export function storedText(max: number): Kind<string> {
  return {
    json: 'text',
    blank: '',
    read(value) {
      if (typeof value !== 'string') return refuse(value, 'must be text in quotation marks');
      if (value.length > max) {
        return refuse(value, `must be at most ${max} characters long; this is ${value.length}`);
      }
      // PostgreSQL cannot store this character.
      if (value.includes('\0')) return refuse(value, 'has a control character, which is not text');
      return value.toWellFormed();
    },
    write: (value) => value,
  };
}

const maxId = 900_000_000_000_000;
export const anyId = wholeNumber({ min: 0, max: maxId });
export const longText = storedText(10_000);

export const requiredStoredText = (max: number): Kind<string> => {
  const kind = storedText(max);
  const read: typeof kind.read = (value, context) =>
    value === '' ? refuse(value, 'must not be empty') : kind.read(value, context);
  return { ...kind, read };
};

/**
 * The kind of a text column that contains JSON.
 * @param check returns why a value is refused; null: the value is accepted
 * @param ofNull the content of the column if the value is null
 */
export function storedJson(
  check: (value: unknown) => string | null,
  { ofNull = null }: { ofNull?: 'null' | '[]' | null } = {},
): Kind<unknown> {
  return {
    json: 'text or null',
    blank: null,
    read(value) {
      const reason = check(value);
      return reason === null ? value : refuse(value, reason);
    },
    write: (value) => value,
    column: {
      from: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : null),
      to: (value) => (value === null ? ofNull : JSON.stringify(value)),
    },
  };
}

export const sha256 = pattern(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash of 64 hexadecimal digits');

/** Base64url text has no padding. */
export const base64url = (max: number) =>
  pattern(new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`), `must be base64url of at most ${max} characters`);

/** This word replaces the hash of a client's secret. After the import, the client needs a new secret. */
export const withheldSecret = 'withheld';
export const clientSecret = pattern(
  /^(?:[0-9a-f]{64}|withheld)$/,
  `must be a SHA-256 hash of 64 hexadecimal digits, or "${withheldSecret}"`,
);

/** The highest accepted costs. Our own hashes need 19 MiB and two passes. */
const limits = { memoryKib: 131_072, passes: 10, lanes: 4 };

/** An encoded argon2id hash. Its cost is limited, because a server computes the hash at every attempt to sign in. */
export const passwordHash: Kind<string> = {
  ...pattern(/^/, ''),
  read(value) {
    const [, memory, passes, lanes] = argon2id.exec(typeof value === 'string' ? value : '') ?? [];
    if (memory === undefined || typeof value !== 'string') {
      return refuse(hidden, 'must be an encoded argon2id hash, version 19');
    }
    const [m, t, p] = [Number(memory), Number(passes), Number(lanes)];
    const isBearable = m >= 8 * p && m <= limits.memoryKib && t <= limits.passes && p <= limits.lanes;
    if (isBearable) return value;
    const most = `m=${limits.memoryKib}, t=${limits.passes}, p=${limits.lanes}`;
    return refuse(`m=${m},t=${t},p=${p}`, `costs too much or too little: at most ${most}`);
  },
};

/** This text replaces a secret value in error messages, so that no secret appears on a terminal. */
const hidden = '';
const argon2id =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

export function base64(maxBytes: number): Kind<string> {
  const maxLength = Math.ceil(maxBytes / 3) * 4;
  return {
    json: 'text',
    blank: '',
    read: (value) =>
      typeof value === 'string' && value.length <= maxLength && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
        ? value
        : refuse(value, `must be base64 of at most ${maxBytes} bytes`),
    write: (value) => value,
  };
}
