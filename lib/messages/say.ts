/**
 * Messages use a subset of ICU MessageFormat: `{name}`, `{count, number}` and
 * `{count, plural, =0 {…} one {…} other {# …}}`.
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
import { formatNumber, pluralOf } from './locale';

type Values = Record<string, string | number>;

export type ValuesOf<Message extends string> = {
  [Argument in Text<Message, [], never> as Argument['name']]: [
    Extract<Text<Message, [], never>, { name: Argument['name']; isNumber: true }>,
  ] extends [never]
    ? string | number
    : number;
};

// A message whose type is only `string` is refused, because its values cannot be checked.
type Given<Message extends string> = string extends Message
  ? [message: never]
  : keyof ValuesOf<Message> extends never
    ? []
    : [values: ValuesOf<Message>];

/** A missing value is a type error. A number is formatted for the locale. */
export function say<const Message extends string>(
  message: Message,
  ...[values = {}]: Given<Message>
): string {
  return fill(message, values, null);
}

/**
 * The text before, within and after the one `<tag>…</tag>` of a message: a sentence with a link or emphasis stays one
 * message. Tags in values are not parsed.
 * @throws Error if the message has no tag
 */
export function sayAround<const Message extends string>(
  message: Message,
  ...[values = {}]: Given<Message>
): Around {
  const [, before, , within, after] = /^([^<]*)<(\w+)>([^<]*)<\/\2>([^<]*)$/.exec(message) ?? [];
  if (before === undefined || within === undefined || after === undefined)
    throw new Error(`The message "${message}" has not one tag`);
  const part = (text: string) => fill(text, values, null);
  return { before: part(before), within: part(within), after: part(after) };
}

export interface Around {
  before: string;
  within: string;
  after: string;
}

/**
 * All arguments of a message. This type parses the message as `fill` does. `Open` has one item for each plural case
 * whose brace is not closed yet.
 */
type Text<S extends string, Open extends 0[], Found> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? CaseEnd<S, Open, Found>
    : Argument<After, Open, Found>
  : CaseEnd<S, Open, Found>;

type CaseEnd<S extends string, Open extends 0[], Found> = S extends `${string}}${infer Rest}`
  ? Open extends [0, ...infer Outer extends 0[]]
    ? Cases<Rest, Outer, Found>
    : Found
  : Found;

type Argument<S extends string, Open extends 0[], Found> = S extends `${infer Inside}}${infer Rest}`
  ? Inside extends `${infer Name}, ${infer Kind}`
    ? Kind extends `plural,${string}`
      ? S extends `${string},${string},${infer Choices}`
        ? Cases<Choices, Open, Found | { name: Name; isNumber: true }>
        : never
      : Text<Rest, Open, Found | { name: Name; isNumber: true }>
    : Text<Rest, Open, Found | { name: Inside; isNumber: false }>
  : Found;

/** Reads the text between the cases of a plural. */
type Cases<S extends string, Open extends 0[], Found> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? Text<`${Rest}{${After}`, Open, Found>
    : Text<After, [0, ...Open], Found>
  : S extends `${string}}${infer Rest}`
    ? Text<Rest, Open, Found>
    : Found;

function fill(message: string, values: Values, count: number | null): string {
  let text = '';
  for (let at = 0; at < message.length; at += 1) {
    const character = message[at];
    if (character === '#' && count !== null) text += formatNumber(count);
    else if (character !== '{') text += character;
    else {
      const end = closing(message, at);
      text += argument(message.slice(at + 1, end), values);
      at = end;
    }
  }
  return text;
}

/** @param inside such as `count, plural, one {…} other {…}` */
function argument(inside: string, values: Values): string {
  const [, name = '', kind, cases = ''] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*,?)?([\s\S]*)$/.exec(inside) ?? [];
  const value = Object.entries(values).find(([key]) => key === name)?.[1] ?? '';
  if (kind !== 'plural') return typeof value === 'number' ? formatNumber(value) : value;
  const number = Number(value);
  return fill(chooseCase(cases, number), values, number);
}

function chooseCase(cases: string, number: number): string {
  const found = new Map<string, string>();
  const label = /\s*(=?\w+)\s*\{/y;
  for (let at = 0; ;) {
    label.lastIndex = at;
    const match = label.exec(cases);
    if (match === null) break;
    const open = label.lastIndex - 1;
    const end = closing(cases, open);
    found.set(match[1] ?? '', cases.slice(open + 1, end));
    at = end + 1;
  }
  return found.get(`=${number}`) ?? found.get(pluralOf(number)) ?? found.get('other') ?? '';
}

function closing(message: string, open: number): number {
  for (let at = open, depth = 0; at < message.length; at += 1) {
    if (message[at] === '{') depth += 1;
    else if (message[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`A brace of the message "${message}" is not closed`);
}
