/**
 * The fields that an organisation chose for its columns, so that the next file with the same columns needs no choices.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '@/lib/error-code';
import { lookUp } from '@/lib/look-up';
import { writeWhole } from '@/lib/server/write-whole';
import { findField, guessField, headerKey } from './fields';

interface ColumnChoice {
  Column: string;
  /** A field, or one of `extraTargets`. '': the column is not imported. */
  Target: string;
}

/** The outer keys are organisation IDs. The inner keys are column names as `headerKey` returns them. */
const rememberedSchema = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * The maximum number of columns that are remembered for each organisation. If there are more columns, the oldest are
 * forgotten.
 */
const maxColumns = 1000;

/**
 * Returns the choices for columns that were in an earlier file. If several columns have the same field, only the first
 * column gets the field.
 */
export function readRememberedColumns(
  dataDir: string,
  organisationId: number,
  header: readonly string[],
): ColumnChoice[] {
  const known = lookUp(read(dataDir), String(organisationId)) ?? {};
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
  if (columns.length === 0) return;
  const all = read(dataDir);
  const chosen = columns.map(({ Column, Target }) => [headerKey(Column), Target] as const);
  const keys = new Set(chosen.map(([key]) => key));
  const earlier = Object.entries(lookUp(all, String(organisationId)) ?? {}).filter(([key]) => !keys.has(key));
  const entries = [...earlier, ...chosen].slice(-maxColumns);
  const next = { ...all, [String(organisationId)]: Object.fromEntries(entries) };
  writeWhole(fileIn(dataDir), `${JSON.stringify(next)}\n`);
}

function read(dataDir: string): z.infer<typeof rememberedSchema> {
  try {
    return rememberedSchema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'import-columns.json');
}
