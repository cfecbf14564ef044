import type { Kysely } from 'kysely';
import { z } from 'zod';
import { lookUp } from '@/lib/look-up';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import { indexKey } from '@/lib/sql/index-key';
import { readRowsOfKind } from './journal-read';
import type { ExtraRecord } from '@/lib/membership-schema/records';

type Db = Kysely<MembersDatabase>;

export async function withoutUnusedOptions(
  db: Db,
  organisationId: number,
  extras: readonly ExtraRecord[],
): Promise<ExtraRecord[]> {
  const found: ExtraRecord[] = [];
  for (const extra of extras) {
    const unused = await findUnused(db, organisationId, { extraId: extra.id, of: extra.optionsFromAnswers });
    const isUsed = (option: string) => !unused.has(option);
    found.push({
      ...extra,
      options: extra.options.filter(isUsed),
      optionsFromAnswers: extra.optionsFromAnswers.filter(isUsed),
    });
  }
  return found;
}

/** The positions of journal rows that contain unused options. Includes rows about removed extras. */
export async function findRowsWithUnusedOptions(
  db: Db,
  organisationId: number,
  extras: ReadonlyMap<number, ExtraRecord>,
): Promise<number[]> {
  const rows = (await readRowsOfKind(db, organisationId, 'extra')).map(({ position, recordId, changes }) => ({
    position,
    extraId: recordId,
    fromAnswers: textsOf(changes, 'OptionsFromAnswers'),
    options: textsOf(changes, 'Options'),
  }));
  const positions: number[] = [];
  for (const extraId of new Set(rows.map((row) => row.extraId))) {
    const some = rows.filter((row) => row.extraId === extraId);
    const current = new Set(extras.get(extraId)?.options);
    const former = some.flatMap((row) => row.fromAnswers).filter((option) => !current.has(option));
    const unused = await findUnused(db, organisationId, { extraId, of: [...new Set(former)] });
    for (const { position, options, fromAnswers } of some)
      if ([...options, ...fromAnswers].some((option) => unused.has(option))) positions.push(position);
  }
  return positions;
}

async function findUnused(
  db: Db,
  organisationId: number,
  { extraId, of }: { extraId: number; of: readonly string[] },
): Promise<Set<string>> {
  const unused = new Set<string>();
  for (const option of of) {
    const row = await db
      .selectFrom('answer')
      .select('membership_id')
      .where('organisation_id', '=', organisationId)
      .where('extra_id', '=', extraId)
      .where('answer_key', '=', indexKey(option))
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) unused.add(option);
  }
  return unused;
}

const listSchema = z.array(z.string());
/** The last value of a removed extra, or the old and the new value of a changed one. */
const valuesSchema = z.union([listSchema, z.array(z.union([listSchema, z.null()])), z.undefined()]);

function textsOf(changes: Record<string, unknown> | null, field: string): string[] {
  const values = valuesSchema.parse(changes === null ? undefined : lookUp(changes, field));
  return (values ?? []).flat().filter((text) => text !== null);
}
