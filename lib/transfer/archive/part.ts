import type { Kysely } from 'kysely';
import { field, type Kind } from '@/lib/contract/fields/field';
import { oneOf } from '@/lib/contract/fields/text-kinds';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { JournalTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import { longText, storedJson } from '@/lib/store/stored-kinds';
import type { ArchivedList } from '@/lib/store/stored-table';

export type Row = Record<string, unknown>;

type Table =
  | { database: 'members'; table: keyof MembersDatabase & string }
  | { database: 'auth'; table: keyof AuthDatabase & string };

export type ArchivePart = Table &
  Omit<ArchivedList, 'name'> & {
    /** A function that reads the rows. Default: the rows of the table are read. */
    read?: (db: Kysely<unknown>, organisationId: number) => Promise<Row[]>;
    /** The archive contains secret values only if the operator asks for them. */
    withoutSecrets?: (row: Row) => Row;
    /**
     * Checks a record in which each field on its own is valid. Returns the wrong field and the reason. null: the record
     * is valid.
     */
    check?: (record: Readonly<Row>) => [field: string, reason: string] | null;
  };

/**
 * The kind of a column that contains one of the keys of `words`. The code compiles only if `words` has every word of
 * the type `W`.
 */
export function wordOf<W extends string>(words: Readonly<Record<W, true>>): Kind<W> {
  // The keys of the record are exactly the words of type `W`.
  return oneOf(Object.keys(words) as W[]);
}

export const changes = storedJson((value) =>
  value === null || isObject(value) ? null : 'must be an object in curly brackets, or null',
);
export const actorFields = {
  ActorKind: field(
    'actorKind',
    wordOf<JournalTable['actor_kind']>({
      person: true,
      client: true,
      command: true,
      clock: true,
      import: true,
    }),
  ),
  Actor: field('actor', longText),
};

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
