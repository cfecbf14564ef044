import { InvalidArgumentError } from 'commander';
import { date } from '@/lib/contract/fields/date-kind';
import { problemsWithin } from '@/lib/contract/fields/field';
import { clientScopes, type Scope } from '@/lib/contract/resources';

export function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.');
  return Number(text);
}

export function parseDate(text: string): string {
  try {
    return date.read(text, { hasReferred: null });
  } catch (error) {
    throw new InvalidArgumentError(
      problemsWithin('It', error)
        .map(({ reason }) => `It ${reason}.`)
        .join(' '),
    );
  }
}

/** Parses scopes that are separated by commas or spaces, such as `basic,members`. */
export function parseScopes(text: string, previous: Scope[] = []): Scope[] {
  const named = text.split(/[\s,]+/).map((word) => {
    const scope = clientScopes.find((one) => one === word);
    if (scope === undefined) throw new InvalidArgumentError(`Scopes are ${clientScopes.join(', ')}.`);
    return scope;
  });
  return [...previous, ...named];
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

/** The value may be empty and may contain `=`. */
function parsePair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new InvalidArgumentError('It must have the form name=value.');
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** A pair whose name may contain an equals sign, such as a column. */
export function collectAnswers(text: string, previous: [string, string][] = []): [string, string][] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must have the form group=answer.');
  return [...previous, [text.slice(0, at).trim(), text.slice(at + 1).trim()]];
}

export function collectPairs(text: string, previous: [string, string][] = []): [string, string][] {
  return [...previous, parsePair(text)];
}
