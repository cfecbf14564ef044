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

/** Text of at most `max` characters. */
export function text(max: number): Kind<string> {
  return { ...anyText, read: (value) => limited(value, max) };
}

/** A telephone number. */
export const phone: Kind<string> = { ...text(300), cell: 'phone' };

/** Text that must not be empty. */
export function requiredText(max: number): Kind<string> {
  const read = (value: unknown) => {
    const given = limited(value, max);
    return given.trim() === '' ? refuse(value, 'must not be empty') : given;
  };
  return { ...text(max), read };
}

/** A value of the given kind, or null for no value. */
export function optional<V extends NonNullable<unknown>, W>(kind: Kind<V, W>): Kind<V | null, W | null> {
  const { json, cell, column } = kind;
  return {
    json: json === 'text' ? 'text or null' : json,
    blank: null,
    read: (value, context) => (value === null ? null : kind.read(value, context)),
    write: (value, context) => (value === null ? null : kind.write(value, context)),
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
    const given = limited(value, 254);
    return given === '' || isEmail.test(given) ? given : refuse(value, 'must be one email address');
  },
};

const isEmail = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/;

/** The longest address that all browsers accept. */
const maxAddress = 2000;

/** An http or https address. An address without a scheme gets `http://`. */
export const webAddress: Kind<string> = {
  ...anyText,
  read: (value) => toWebAddress(limited(value, maxAddress)) ?? refuse(value, notWeb),
  cell: 'web',
};

/** A website, or ''. */
export const website: Kind<string> = {
  ...webAddress,
  read: (value, context) => (value === '' ? '' : webAddress.read(value, context)),
};

/** An address that contains `{MembershipNumber}` or `{ID}`. */
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

/** The address, with `http://` if it has no scheme. null: it is not an address of the web. */
export function toWebAddress(given: string): string | null {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/:]+:\d+(?:\/|$)/.test(given);
  const address = hasScheme ? given : `http://${given}`;
  const isWeb = /^https?:\/\//i.test(address) && !/\s/.test(address) && isUrl(address);
  return !isWeb || (!hasScheme && !given.includes('.')) ? null : address;
}

/** This does not use `URL.canParse`: in Node 20 it refuses hosts with umlauts once it has been compiled. */
function isUrl(address: string): boolean {
  try {
    new URL(address);
    return true;
  } catch {
    return false;
  }
}

/** One of the given words, exactly as written. */
export function oneOf<const W extends string>(words: readonly W[]): Kind<W> {
  const [first] = words;
  if (first === undefined) throw new RangeError('there must be a word to choose');
  return {
    json: 'text',
    blank: first,
    read: (value) =>
      words.find((word) => word === value) ?? refuse(value, `must be one of ${words.join(', ')}`),
    write: (value) => value,
    cell: 'text',
  };
}

/** Text of a fixed form. */
export function pattern(form: RegExp, reason: string): Kind<string> {
  const read = (value: unknown) =>
    typeof value === 'string' && form.test(value) ? value : refuse(value, reason);
  return { ...anyText, read };
}

export const timeZone: Kind<string> = {
  ...anyText,
  blank: 'UTC',
  read: (value) =>
    typeof value === 'string' && isTimeZone(value)
      ? value
      : refuse(value, 'must be the name of a time zone, such as Australia/Melbourne'),
};

/** Whether the runtime knows an IANA time zone of this name. */
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
  // Neither database can store half a surrogate pair. It is replaced here, so that the journal has the same text as the
  // database.
  return value.isWellFormed() ? value : value.toWellFormed();
}

// All control characters except tab and line breaks.

const hasControlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
