import { withoutInvisible } from '@/lib/base/text-key';
import { correctEmail, isOneAddress } from './email-address';
import type { Kind } from './field';
import { refuse } from './field-error';

const anyText: Kind<string> = {
  json: 'text',
  blank: '',
  read: (value) => limited(value, maxAnyText),
  write: (value) => value,
  cell: 'text',
};

const maxAnyText = 10_000;

export function text(max: number): Kind<string> {
  return { ...anyText, read: (value) => limited(value, max) };
}

/** A name, a place or another text on one line. */
export function line(max: number): Kind<string> {
  return { ...anyText, read: (value) => toLine(limited(value, max)) };
}

/**
 * Line breaks and other control characters become spaces. Names are in sentences, in the subjects of emails and in
 * lists, where a line break could begin a header or a row. They are not refused, because cells of spreadsheets often
 * have line breaks.
 */
export function toLine(given: string): string {
  if (!breaksLine.test(given)) return given;
  const parts = given.split(breaksLine).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}

const breaksLine = /[\p{Cc}\p{Zl}\p{Zp}]+/u;

export const phone: Kind<string> = { ...line(300), cell: 'phone' };

export function requiredLine(max: number): Kind<string> {
  const read = (value: unknown) => {
    const given = toLine(limited(value, max));
    return given.trim() === '' ? refuse(value, 'must not be empty') : given;
  };
  return { ...line(max), read };
}

export function optional<V extends NonNullable<unknown>, W>(kind: Kind<V, W>): Kind<V | null, W | null> {
  const { json, wire, refersTo, cell, column } = kind;
  return {
    json: json === 'text' ? 'text or null' : json,
    blank: null,
    read: (value, context) => (value === null ? null : kind.read(value, context)),
    write: (value, context) => (value === null ? null : kind.write(value, context)),
    ...(wire && { wire: { nullable: wire } }),
    ...(refersTo && { refersTo }),
    ...(cell && { cell }),
    ...(column && {
      column: {
        from: (stored) => (stored === null ? null : column.from(stored)),
        to: (value) => (value === null ? null : column.to(value)),
      },
    }),
  };
}

/** One email address, or ''. If a field could contain several addresses, emails would reach people by mistake. */
export const email: Kind<string> = {
  ...text(254),
  cell: 'email',
  read(value) {
    const given = correctEmail(limited(value, maxWithName));
    if (given.length > 254) return refuse(value, 'must be at most 254 characters long');
    return given === '' || isOneAddress.test(given) ? given : refuse(value, 'must be one email address');
  },
};

/** An address, with a display name around it. */
const maxWithName = 600;

/** All browsers accept addresses of up to this length. */
const maxAddress = 2000;

export const webAddress: Kind<string> = {
  ...anyText,
  read: (value) => toWebAddress(limited(value, maxAddress)) ?? refuse(value, notWeb),
  cell: 'web',
};

export const website: Kind<string> = {
  ...webAddress,
  read: (value, context) => (value === '' ? '' : webAddress.read(value, context)),
};

export const addressTemplate: Kind<string> = {
  ...webAddress,
  read(value) {
    const given = limited(value, maxAddress);
    const sample = given.replace(/\{(?:MembershipNumber|ID)\}/g, '1');
    if (/^https?:\/\/\S+$/i.test(given) && isUrl(sample)) return given;
    return refuse(value, 'must be an http or https address, with {MembershipNumber} or {ID}');
  },
};

const notWeb = 'must be an http or https address';

/** Adds `http://` to an address without a scheme. null: the text is not an http or https address. */
export function toWebAddress(given: string): string | null {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/:]+:\d+(?:\/|$)/.test(given);
  const address = hasScheme ? given : `http://${given}`;
  const isWeb = /^https?:\/\//i.test(address) && !/\s/.test(address) && isUrl(address);
  return !isWeb || (!hasScheme && !beginsWithHost.test(given)) ? null : address;
}

/** Not an email address, and not `http//example.org`, whose colon is missing. */
const beginsWithHost = /^[^/?#@]*\.[^/?#@]*(?:[/?#]|$)/;

/**
 * `URL.canParse` is not used here. In Node 20, `URL.canParse` refuses hosts with umlauts after the JavaScript engine
 * has compiled the method.
 */
function isUrl(address: string): boolean {
  try {
    new URL(address);
    return true;
  } catch {
    return false;
  }
}

export function oneOf<const W extends string>(words: readonly W[]): Kind<W> {
  const [first] = words;
  if (first === undefined) throw new RangeError('the list of words is empty');
  return {
    json: 'text',
    wire: { words },
    blank: first,
    read: (value) =>
      words.find((word) => word === value) ?? refuse(value, `must be one of ${words.join(', ')}`),
    write: (value) => value,
    cell: 'text',
  };
}

export function pattern(form: RegExp, reason: string): Kind<string> {
  const read = (value: unknown) => {
    const given = typeof value === 'string' ? withoutInvisible(value) : null;
    return given !== null && form.test(given) ? given : refuse(value, reason);
  };
  return { ...anyText, read };
}

export const currency = pattern(/^[A-Z]{3}$/, 'must be a code of three letters, such as AUD');

export const timeZone: Kind<string> = {
  ...anyText,
  blank: 'UTC',
  read: (value) =>
    typeof value === 'string' && isTimeZone(value)
      ? value
      : refuse(value, 'must be the name of a time zone, such as Australia/Melbourne'),
};

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function limited(value: unknown, max: number): string {
  if (typeof value !== 'string') return refuse(value, 'must be text in quotation marks');
  if (value.length > max) {
    return refuse(value, `must be at most ${max} characters long; this is ${value.length}`);
  }
  if (hasControlCharacter.test(value)) return refuse(value, 'has a control character, which is not text');
  // Neither database can store half a surrogate pair. The half is replaced here, so that the journal and the database
  // have the same text.
  return withoutInvisible(value.isWellFormed() ? value : value.toWellFormed());
}

// All control characters except tab and line breaks.

const hasControlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
