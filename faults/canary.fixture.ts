/** Unique texts for every field of a person, and a search for these texts wherever the product could store them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import type { Field, Fields } from '@/lib/contract/fields/field';
import { memberFields } from '@/lib/contract/fields/membership';
import { locationFields } from '@/lib/contract/fields/location';
import type { Store } from '@/lib/store/database';

export interface TextField {
  /** The path of the field in the API, such as `User`, `Address`, `Suburb`. */
  path: string[];
  /** The name of the column in a table that `import` reads. */
  cell: string;
  valueWith(text: string): string;
}

/** A field's test value has the first of these forms that the field accepts. */
const forms = [
  (text: string) => text,
  (text: string) => `${text}@zqx.example`,
  (text: string) => `https://${text}.example/`,
];

export const membershipTexts = textsOf(memberFields);
export const locationTexts = textsOf(locationFields);

/** The fields that cannot contain a person's own text: IDs, dates, amounts, choices, and lists of records. */
export const withoutText = [...othersOf(memberFields), ...othersOf(locationFields)];

function leavesOf(
  fields: Fields,
  path: string[] = [],
  prefix = '',
): { path: string[]; cell: string; field: Field }[] {
  return Object.entries(fields).flatMap(([name, one]) => {
    const at = [...path, name];
    if ('inset' in one) return leavesOf(one.inset, at, prefix);
    if ('fields' in one) return leavesOf(one.fields, at, prefix + one.cellPrefix);
    return 'label' in one ? [] : [{ path: at, cell: prefix + (one.cell ?? name), field: one }];
  });
}

function textsOf(fields: Fields): TextField[] {
  return leavesOf(fields).flatMap(({ path, cell, field }) => {
    const form = formOf(field);
    return form === undefined ? [] : [{ path, cell, valueWith: form }];
  });
}

function othersOf(fields: Fields): string[] {
  const others = leavesOf(fields).filter(({ field }) => formOf(field) === undefined);
  return others.map(({ path }) => path.join('.'));
}

function formOf({ kind }: Field): ((text: string) => string) | undefined {
  return forms.find((form) => {
    try {
      return kind.read(form('zqx'), { hasReferred: null }) === form('zqx');
    } catch {
      return false;
    }
  });
}

export type Found = Map<string, Set<string>>;

/** Finds the texts that occur in `content`, even if they are compressed, folded or escaped. */
export function findIn(content: Buffer, texts: readonly string[]): string[] {
  const forms = [content, ...decompressed(content)].map((bytes) => bytes.toString('latin1').toLowerCase());
  // Long lines of emails are folded.
  const unfolded = forms.map((form) => form.replace(/=\r?\n/g, ''));
  return texts.filter((text) => [...forms, ...unfolded].some((form) => form.includes(text)));
}

function decompressed(content: Buffer): Buffer[] {
  return [gunzipSync, brotliDecompressSync].flatMap((decompress) => {
    try {
      return [decompress(content)];
    } catch {
      return [];
    }
  });
}

/** Finds the texts in the content and names of files. */
export function findInFolder(folder: string, texts: readonly string[]): Found {
  const found: Found = new Map();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    const inFile = findIn(Buffer.concat([Buffer.from(`${name}\n`), readFileSync(file)]), texts);
    if (inFile.length > 0) found.set(name, new Set(inFile));
  }
  return found;
}

export async function findInDatabase(store: Store, texts: readonly string[]): Promise<Found> {
  const found: Found = new Map();
  for (const db of [store.members, store.auth] as unknown as Kysely<unknown>[]) {
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      const inTable = findIn(Buffer.from(JSON.stringify(rows)), texts);
      if (inTable.length > 0) found.set(name, new Set(inTable));
    }
  }
  return found;
}

/** Returns the tables that have a row of this person. Only columns with persons' IDs are searched. */
export async function findPerson(
  store: Store,
  { organisationId, personId }: { organisationId: number; personId: number },
): Promise<string[]> {
  const found = new Set<string>();
  for (const db of [store.members, store.auth] as unknown as Kysely<unknown>[]) {
    for (const { name, columns } of await db.introspection.getTables()) {
      const names = new Set(columns.map((column) => column.name));
      if (!names.has('person_id') || !names.has('organisation_id')) continue;
      const { rows } = await sql`select 1 from ${sql.table(name)}
        where organisation_id = ${organisationId} and person_id = ${personId} limit 1`.execute(db);
      if (rows.length > 0) found.add(name);
    }
  }
  return [...found].sort();
}
