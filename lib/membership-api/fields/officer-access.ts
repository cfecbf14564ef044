import { lookUp } from '@/lib/look-up';
import {
  officerGroupNames,
  officerGroups,
  officerLevels,
  type OfficerGroup,
  type OfficerGroupName,
  type OfficerLevel,
} from '../officer-groups';
import type { Kind } from './field';
import { refuse } from './field-error';
import { text } from './text-kinds';

const maxLetters = 10_000;

export interface OfficerLevels {
  groups: ReadonlyMap<OfficerGroupName, OfficerLevel>;
  /** The keys are the IDs of questions. */
  extras: ReadonlyMap<number, OfficerLevel>;
}

/**
 * What chapter officers may see and change. Each line has a group of fields or a question, and its level, such as
 * `money: hidden` or `question 13: see`. A group that has its usual level is not listed.
 */
export const officerAccess: Kind<string> = {
  ...text(maxLetters),
  read(value, context) {
    const given = text(maxLetters).read(value, context);
    const lines = linesOf(given);
    for (const line of lines) {
      if (readLine(line) === null)
        refuse(line, `must be ${officerGroupNames.join(', ')} or "question ID", a colon and a level`);
    }
    const subjects = lines.map((line) => line.replace(/\s*:.*$/, ''));
    const twice = subjects.find((subject, index) => subjects.indexOf(subject) !== index);
    if (twice !== undefined) refuse(twice, 'occurs twice');
    return writeOfficerAccess(parseOfficerAccess(given));
  },
};

/** Lines that are not levels are left out. */
export function parseOfficerAccess(lines: string): OfficerLevels {
  const groups = new Map<OfficerGroupName, OfficerLevel>();
  const extras = new Map<number, OfficerLevel>();
  for (const line of linesOf(lines)) {
    const read = readLine(line);
    if (read === null) continue;
    if (typeof read.of === 'number') extras.set(read.of, read.level);
    else groups.set(read.of, read.level);
  }
  return { groups, extras };
}

export function writeOfficerAccess({ groups, extras }: OfficerLevels): string {
  const ofGroups = officerGroupNames.flatMap((name) => {
    const level = groups.get(name) ?? officerGroups[name].usual;
    return level === officerGroups[name].usual ? [] : [`${name}: ${level}`];
  });
  const ofExtras = [...extras].sort(([a], [b]) => a - b).map(([id, level]) => `question ${id}: ${level}`);
  return [...ofGroups, ...ofExtras].join('\n');
}

function readLine(line: string): { of: OfficerGroupName | number; level: OfficerLevel } | null {
  const [, subject = '', word = ''] = /^(\w+|question [1-9]\d{0,14})\s*:\s*(\w+)$/.exec(line) ?? [];
  const level = officerLevels.find((one) => one === word);
  if (level === undefined) return null;
  if (subject.startsWith('question ')) return { of: Number(subject.slice('question '.length)), level };
  const group = lookUp<OfficerGroup>(officerGroups, subject);
  if (group === undefined || !group.levels.includes(level)) return null;
  // The cast is safe: `subject` is a key of `officerGroups`.
  return { of: subject as OfficerGroupName, level };
}

function linesOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
