export interface FieldProblem {
  /** The path below the field, such as `[2].ID`. '': the field itself. */
  path: string;
  value: string;
  /** The expected value, as a phrase that follows the field's name: "must be a date such as 2026-06-30". */
  reason: string;
}

/**
 * The highest number of problems that are reported together. A record with more problems must come from a faulty
 * program.
 */
export const maxProblems = 1000;

export class FieldError extends Error {
  override name = 'FieldError';
  readonly problems: FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super(problems[0]?.reason);
    this.problems = problems.slice(0, maxProblems);
  }

  /**
   * Returns the same problems with `name` in front of each path. For the name `Address`, the path `Suburb` becomes
   * `Address.Suburb`.
   */
  within(name: string): FieldProblem[] {
    return this.problems.map((problem) => ({ ...problem, path: joinPath(name, problem.path) }));
  }
}

/** @throws FieldError */
export function refuse(value: unknown, reason: string): never {
  throw new FieldError([{ path: '', value: shorten(value), reason }]);
}

function joinPath(name: string, rest: string): string {
  return name === '' || rest === '' || rest.startsWith('[') ? `${name}${rest}` : `${name}.${rest}`;
}

const maxShown = 80;

function shorten(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A problem must fit on one line of a terminal.
  const line = text.slice(0, maxShown + 1).replace(/\p{Cc}/gu, '\uFFFD');
  return line.length > maxShown ? `${line.slice(0, maxShown - 1)}…` : line;
}
