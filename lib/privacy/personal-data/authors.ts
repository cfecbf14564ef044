import type { Kysely } from 'kysely';
import { readPersonNames } from '@/lib/store/lists/person-names';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import type { Author, ImportPart, Reader } from './personal-data';

export interface Actor {
  kind: 'person' | 'client' | 'command' | 'clock' | 'import';
  id: string;
}

/** Names the people, clients and imports that made changes. */
export interface Authors {
  of(actor: Actor): Author;
}

interface Names {
  /** The IDs of the person and of the records merged into the person. */
  selfIds: readonly number[];
  reader: Reader;
  imports: readonly ImportPart[];
}

export async function readAuthors(
  { members, auth }: Store,
  organisationId: number,
  actors: readonly Actor[],
  { selfIds, reader, imports }: Names,
): Promise<Authors> {
  const idsOf = (kind: Actor['kind']) => [
    ...new Set(actors.filter((actor) => actor.kind === kind).map(({ id }) => id)),
  ];
  const self = new Set(selfIds.map(String));
  // The person is not told who works in the office.
  const others = reader === 'office' ? idsOf('person').filter((id) => !self.has(id)) : [];
  const people = await readPersonNames(
    members,
    organisationId,
    others.map(Number).filter(Number.isSafeInteger),
  );
  const clients = await readClientNames(auth, idsOf('client'));
  const files = new Map(imports.map(({ ID, Source }) => [ID, Source]));
  const toOffice = ({ kind, id }: Actor): Author => {
    if (kind === 'person') return { Kind: 'person', ID: id, Name: people.get(Number(id)) ?? null };
    return kind === 'command'
      ? { Kind: 'command', ID: null, Name: id }
      : { Kind: 'clock', ID: null, Name: null };
  };
  return {
    of(actor) {
      const { kind, id } = actor;
      if (kind === 'client') return { Kind: 'client', ID: id, Name: clients.get(id) ?? null };
      if (kind === 'import') return { Kind: 'import', ID: id, Name: files.get(id) ?? null };
      if (kind === 'person' && self.has(id)) return { Kind: 'self', ID: id, Name: null };
      if (reader === 'office' || kind === 'clock') return toOffice(actor);
      return { Kind: 'office', ID: null, Name: null };
    },
  };
}

/** The result includes revoked clients. */
export async function readClientNames(
  auth: Kysely<AuthDatabase>,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  if (clientIds.length === 0) return new Map();
  const rows = await auth.selectFrom('client').select(['id', 'name']).where('id', 'in', clientIds).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

export function toInstantOrNull(ms: number | null): string | null {
  return ms === null ? null : toInstant(ms);
}
