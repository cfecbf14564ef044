/** Each organisation's grid of locations. When a list needs the grid, the journal's newest changes are added to it. */
import { sql, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Store } from '@/lib/store/database';
import type { Day } from '@/lib/store/day';
import { compileByIds, compileOnce, isPostgres } from '@/lib/store/sql/prepared-query';
import { noEnd, PlaceGrid, toDayNumber, type GridPlace } from './place-grid';

export interface PlaceIndex {
  grid: PlaceGrid;
  /** The version of the organisation's data that the grid shows. */
  version: number;
  /** The journal's newest position at that version. */
  position: number;
}

type Db = Kysely<MembersDatabase>;

/** Reading this many places takes about 30 ms. During this time, no other long list is read. */
const placesAtOnce = 5_000;
/**
 * If the journal has more than this number of new rows, all locations are read again. For example, this happens after
 * an import.
 */
const maxChanged = 500;
/** Each place takes about 60 bytes. */
const maxPlaces = 1_000_000;

/**
 * Returns the index at the version in `day` or a later version. null: the places are being read, which takes a while.
 */
export async function findPlaces(
  store: Store,
  day: Pick<Day, 'organisationId' | 'version'>,
): Promise<PlaceIndex | null> {
  const { organisationId, version } = day;
  const { index = null, reading = null } = indexesOf(store).get(organisationId) ?? {};
  if (reading === null && index !== null && index.version >= version) return index;
  const found = await (reading ?? startReading(store, organisationId, index));
  // A read that another request started may give an older version.
  const isOlder = reading !== null && found !== null && found.version < version;
  return isOlder ? findPlaces(store, day) : found;
}

interface Entry {
  index: PlaceIndex | null;
  /**
   * The read of the index that is now running. null: no read is running. The promise resolves to the index. If the read
   * takes long, the promise resolves to null early.
   */
  reading: Promise<PlaceIndex | null> | null;
}

const indexes = new WeakMap<Store, LRUCache<number, Entry>>();

function indexesOf(store: Store): LRUCache<number, Entry> {
  let known = indexes.get(store);
  if (known === undefined) {
    const sizeCalculation = ({ index }: Entry) => Math.min(maxPlaces, (index?.grid.size ?? 0) + 1);
    indexes.set(store, (known = new LRUCache({ maxSize: maxPlaces, sizeCalculation })));
  }
  return known;
}

function startReading(store: Store, organisationId: number, before: PlaceIndex | null): Entry['reading'] {
  const known = indexesOf(store);
  const reading = new Promise<PlaceIndex | null>((resolve, reject) => {
    readIndex(store, organisationId, { before, onLong: () => resolve(null) }).then(
      (index) => {
        known.set(organisationId, { index, reading: null });
        resolve(index);
      },
      (error: Error) => {
        known.delete(organisationId);
        reject(error);
      },
    );
  });
  known.set(organisationId, { index: before, reading });
  return reading;
}

/** Reads everything in one transaction, which sees only one version. */
function readIndex(
  store: Store,
  organisationId: number,
  { before, onLong }: { before: PlaceIndex | null; onLong: () => void },
): Promise<PlaceIndex> {
  return store.reader
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const now = await readState(db, organisationId);
      const changed = before === null ? null : await readChanged(db, organisationId, { before, now });
      if (before === null || changed === null) {
        const grid = await readAll(db, organisationId, onLong);
        return { grid, ...now };
      }
      before.grid.replace(new Set(changed), await readPlaces(db, organisationId, changed));
      return Object.assign(before, now);
    });
}

async function readState(db: Db, organisationId: number): Promise<Pick<PlaceIndex, 'version' | 'position'>> {
  const [row] = await readVersion(db, [organisationId, organisationId]);
  return { version: row?.version ?? 0, position: row?.position ?? 0 };
}

const readVersion = compileOnce((db: Db) =>
  db
    .selectFrom('organisation')
    .select('version')
    .select((eb) => [
      eb.selectFrom('journal_state').select('position').where('organisation_id', '=', 0).as('position'),
    ])
    .where('id', '=', 0),
);

/**
 * Returns the memberships whose places, status or approval may have changed since `before`. null: all memberships must
 * be read, because the journal does not show every change of a public point. Public points come from the gazetteer.
 * After the gazetteer has changed, an import that writes a member again may change the member's public point. A change
 * to a record that the member refers to may have the same effect.
 */
async function readChanged(
  db: Db,
  organisationId: number,
  { before, now }: { before: PlaceIndex; now: { position: number } },
): Promise<number[] | null> {
  if (now.position <= before.position) return null;
  const rows = await db
    .selectFrom('journal')
    .select(['position', 'kind', 'record_id', 'actor_kind'])
    .where('organisation_id', '=', organisationId)
    .where('position', '>=', before.position)
    .orderBy('position')
    .limit(maxChanged + 2)
    .execute();
  const [last, ...later] = rows;
  if (last?.position !== before.position || later.length > maxChanged) return null;
  const isKnown = later.every(({ kind, actor_kind }) => actor_kind !== 'import' && ofMembers.has(kind));
  if (!isKnown) return null;
  const ids = (kind: string) => later.filter((row) => row.kind === kind).map((row) => row.record_id);
  // Sub-memberships have the dates and the status of their corporate membership.
  const parts = [
    { column: 'parent_id', of: ids('membership') } as const,
    { column: 'person_id', of: ids('person') } as const,
  ];
  const found = new Set(ids('membership'));
  for (const { column, of } of parts) {
    if (of.length === 0) continue;
    const others = await db
      .selectFrom('membership')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where(column, 'in', of)
      .execute();
    for (const { id } of others) found.add(id);
  }
  return [...found];
}

const ofMembers = new Set([
  'membership',
  'person',
  'committee',
  'alias',
  'mark',
  'role',
  'view',
  'notice',
  'notice_exclusion',
  'proposal',
  'leaving',
  'note',
]);

async function readAll(db: Db, organisationId: number, onLong: () => void): Promise<PlaceGrid> {
  const grid = new PlaceGrid();
  for (let after = 0; ;) {
    const places = await readPart(db, [organisationId, after]);
    grid.replace(new Set(), places);
    if (places.length < placesAtOnce) return grid;
    onLong();
    after = places.at(-1)?.id ?? 0;
  }
}

// All columns are numbers, because the reading thread sends numbers as arrays.
const columns = sql`l.id, l.membership_id as "membershipId", l.latitude, l.longitude, m.is_owing as "isOwing",
  coalesce(cast(replace(m.expiry_date, '-', '') as integer), ${sql.lit(noEnd)}) as "expiresOn"`;

const readPart = compileOnce((db: Db) => {
  const isOfLocation = sql`m.organisation_id = l.organisation_id and m.id = l.membership_id and m.is_approved = 1`;
  // Without `offset 0`, PostgreSQL might read all memberships for each part.
  const joined = isPostgres(db)
    ? sql`join lateral (select * from membership m where ${isOfLocation} offset 0) m on true`
    : sql`join membership m on ${isOfLocation}`;
  return compilable<GridPlace>(
    db,
    sql`select ${columns} from location l ${joined}
      where l.organisation_id = ${0} and l.id > ${0} order by l.id limit ${sql.lit(placesAtOnce)}`,
  );
});

// These statements select all columns. Otherwise SQLite would use an index that contains the needed columns, and read
// the whole index.
const readLocations = compileByIds((db: Db, hasIds) =>
  db.selectFrom('location').selectAll().where(hasIds('membership_id')),
);
const readMemberships = compileByIds((db: Db, hasIds) =>
  db.selectFrom('membership').selectAll().where(hasIds('id')),
);

async function readPlaces(
  db: Db,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<GridPlace[]> {
  const memberships = await readMemberships(db, organisationId, membershipIds);
  const approved = new Map(memberships.filter((row) => row.is_approved === 1).map((row) => [row.id, row]));
  const locations = await readLocations(db, organisationId, membershipIds);
  return locations.flatMap(({ membership_id: membershipId, id, latitude, longitude }) => {
    const membership = approved.get(membershipId);
    if (membership === undefined) return [];
    const expiresOn = membership.expiry_date === null ? noEnd : toDayNumber(membership.expiry_date);
    return [{ id, membershipId, latitude, longitude, isOwing: membership.is_owing, expiresOn }];
  });
}

function compilable<R>(db: Db, raw: RawBuilder<unknown>): Compilable<R> {
  // The statement selects the columns of R.
  return { compile: () => raw.compile(db) as CompiledQuery<R> };
}
