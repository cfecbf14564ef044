/**
 * What an organisation chose for its columns: their fields, so that the next file with the same columns needs no
 * choices, and the answers to questions about their cells, which are then chosen already.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '@/lib/base/error-code';
import { lookUp } from '@/lib/base/look-up';
import { writeWhole } from '@/lib/server/write-whole';
import { findField, guessField, headerKey } from './fields';

interface ColumnChoice {
  Column: string;
  /** A field, or one of `extraTargets`. '': the column is not imported. */
  Target: string;
}

/** The outer keys are organisation IDs. The inner keys are column names as `headerKey` returns them. */
const rememberedSchema = z.record(z.string(), z.record(z.string(), z.string()));

/** The maximum number of choices that are remembered for each organisation. The oldest are forgotten. */
const maxRemembered = 1000;

const columnsFile = 'import-columns.json';
const answersFile = 'import-answers.json';

/**
 * Returns the choices for columns that were in an earlier file. If several columns have the same field, only the first
 * column gets the field.
 */
export function readRememberedColumns(
  dataDir: string,
  organisationId: number,
  header: readonly string[],
): ColumnChoice[] {
  const known = lookUp(read(dataDir, columnsFile), String(organisationId)) ?? {};
  const taken = new Set<string>();
  const found = header.flatMap((column) => {
    const target = lookUp(known, headerKey(column));
    if (target === undefined) return [];
    if (findField(target) !== null && taken.has(target)) return [];
    taken.add(target);
    return { Column: column, Target: target };
  });
  // The name of a new column may suggest a field that a remembered column already fills. The new column is then not
  // imported.
  const others = header.flatMap((column) => {
    const guess = guessField(column);
    const isKnown = found.some((one) => one.Column === column);
    return !isKnown && guess !== null && taken.has(guess) ? { Column: column, Target: '' } : [];
  });
  return [...found, ...others];
}

export function rememberColumns(
  dataDir: string,
  organisationId: number,
  columns: readonly ColumnChoice[],
): void {
  const chosen = columns.map(({ Column, Target }) => [headerKey(Column), Target] as const);
  remember(dataDir, columnsFile, { organisationId, chosen });
}

/** The answers by the keys of their groups. */
export function readRememberedAnswers(dataDir: string, organisationId: number): ReadonlyMap<string, string> {
  return new Map(Object.entries(lookUp(read(dataDir, answersFile), String(organisationId)) ?? {}));
}

export function rememberAnswers(
  dataDir: string,
  organisationId: number,
  answers: ReadonlyMap<string, string>,
): void {
  remember(dataDir, answersFile, { organisationId, chosen: [...answers] });
}

function remember(
  dataDir: string,
  file: string,
  { organisationId, chosen }: { organisationId: number; chosen: (readonly [string, string])[] },
): void {
  if (chosen.length === 0) return;
  const all = read(dataDir, file);
  const keys = new Set(chosen.map(([key]) => key));
  const earlier = Object.entries(lookUp(all, String(organisationId)) ?? {}).filter(([key]) => !keys.has(key));
  const entries = [...earlier, ...chosen].slice(-maxRemembered);
  const next = { ...all, [String(organisationId)]: Object.fromEntries(entries) };
  writeWhole(join(dataDir, file), `${JSON.stringify(next)}\n`);
}

function read(dataDir: string, file: string): z.infer<typeof rememberedSchema> {
  try {
    return rememberedSchema.parse(JSON.parse(readFileSync(join(dataDir, file), 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
}
