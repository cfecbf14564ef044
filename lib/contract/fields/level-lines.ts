import type { Kind } from './field';
import { refuse } from './field-error';
import { text } from './text-kinds';

const maxLetters = 10_000;

/** The levels that differ from the usual ones. */
export interface Levels<Name extends string, Level extends string> {
  named: ReadonlyMap<Name, Level>;
  /** The keys are the IDs of questions. */
  extras: ReadonlyMap<number, Level>;
}

interface LevelTable<Name extends string, Level extends string> {
  names: readonly Name[];
  levelsOf: (name: Name) => readonly Level[];
  usualOf: (name: Name) => Level;
  /** The levels that a question can have. */
  levels: readonly Level[];
}

/**
 * A setting that gives levels to named things and to questions. Each line has a name or a question, and its level, such
 * as `money: hidden` or `question 13: see`. A name that has its usual level is not listed.
 */
export interface LevelSetting<Name extends string, Level extends string> extends LevelTable<Name, Level> {
  kind: Kind<string>;
  /** Lines that are not levels are left out. */
  parse(lines: string): Levels<Name, Level>;
  write(levels: Levels<Name, Level>): string;
}

export function levelSetting<Name extends string, Level extends string>(
  table: LevelTable<Name, Level>,
): LevelSetting<Name, Level> {
  const parse = (lines: string): Levels<Name, Level> => {
    const named = new Map<Name, Level>();
    const extras = new Map<number, Level>();
    for (const line of linesOf(lines)) {
      const read = readLine(table, line);
      if (read === null) continue;
      if (typeof read.of === 'number') extras.set(read.of, read.level);
      else named.set(read.of, read.level);
    }
    return { named, extras };
  };
  const write = ({ named, extras }: Levels<Name, Level>): string => {
    const ofNames = table.names.flatMap((name) => {
      const level = named.get(name) ?? table.usualOf(name);
      return level === table.usualOf(name) ? [] : [`${name}: ${level}`];
    });
    const ofExtras = [...extras].sort(([a], [b]) => a - b).map(([id, level]) => `question ${id}: ${level}`);
    return [...ofNames, ...ofExtras].join('\n');
  };
  const kind: Kind<string> = {
    ...text(maxLetters),
    read(value, context) {
      const given = text(maxLetters).read(value, context);
      const lines = linesOf(given);
      for (const line of lines) {
        if (readLine(table, line) === null)
          refuse(line, `must be ${table.names.join(', ')} or "question ID", a colon and a level`);
      }
      const subjects = lines.map((line) => line.replace(/\s*:.*$/, ''));
      const twice = subjects.find((subject, index) => subjects.indexOf(subject) !== index);
      if (twice !== undefined) refuse(twice, 'occurs twice');
      return write(parse(given));
    },
  };
  return { ...table, kind, parse, write };
}

function readLine<Name extends string, Level extends string>(
  { names, levelsOf, levels }: LevelTable<Name, Level>,
  line: string,
): { of: Name | number; level: Level } | null {
  const [, subject = '', word = ''] = /^([\w.]+|question [1-9]\d{0,14})\s*:\s*(\w+)$/.exec(line) ?? [];
  if (subject.startsWith('question ')) {
    const level = levels.find((one) => one === word);
    return level === undefined ? null : { of: Number(subject.slice('question '.length)), level };
  }
  const name = names.find((one) => one === subject);
  const level = name === undefined ? undefined : levelsOf(name).find((one) => one === word);
  return name === undefined || level === undefined ? null : { of: name, level };
}

function linesOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
