import type { Kysely } from 'kysely';
import type { Store } from './database';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import { compileOnce } from '@/lib/sql/prepared-query';
import type { Structure } from '@/lib/membership-schema/records';
import { readStructure } from './structure';

interface Cached {
  organisationId: number;
  version: number;
  structure: Structure | null;
}

/**
 * The structure after the last transaction of this process. Without this cache, a change to one member would spend most
 * of its time reading the structure.
 */
const last = new WeakMap<Store, Cached>();

const readVersion = compileOnce((db: Kysely<MembersDatabase>) =>
  db.selectFrom('organisation').select('version').where('id', '=', 0),
);

/**
 * The transaction must hold the organisation's lock, and may change the structure. Each change to the structure raises
 * the version.
 */
export async function readStructureAndVersion(
  store: Store,
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<Cached> {
  const [row] = await readVersion(db, [organisationId]);
  const version = row?.version ?? 0;
  const cached = last.get(store);
  // The structure is removed from the cache now. The transaction may change this object and then fail. The cache would
  // then have changes that were never stored.
  last.delete(store);
  if (cached?.organisationId === organisationId && cached.version === version && row !== undefined)
    return cached;
  return { organisationId, version, structure: await readStructure(db, organisationId) };
}

export function cacheStructure(store: Store, cached: Cached | null): void {
  if (cached !== null) last.set(store, cached);
}
