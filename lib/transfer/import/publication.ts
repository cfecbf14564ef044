import type { Kysely } from 'kysely';
import type { MemberResource } from '@/lib/contract/resources';
import { listings, type Listing } from '@/lib/contract/words';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Structure } from '@/lib/store/schema/records';
import { readDay, type Day } from '@/lib/store/day';
import { readMemberDocuments } from '@/lib/store/member-documents';
import { readMemberRecords } from '@/lib/store/member-records';
import { listingOn } from '@/lib/store/status';
import type { WriteState } from '@/lib/store/write-state';
import { describeMember } from './row-changes';

export interface Publication {
  /** How many memberships of the file the directory shows, and why it does not show the others. */
  counts: Record<Listing, number>;
  /** How many of the public ones were not public before. */
  added: number;
  examples: PublicExample[];
  /** With the types, categories and questions that the import adds. */
  structure: Structure;
}

/** A member as clients of the API see it. The caller decides what of it is public. */
export interface PublicExample {
  name: string;
  member: MemberResource;
}

const maxExamples = 3;

/** What the public directory shows before and after an import, in the transaction of the import. */
export class PublicationReader {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  async read(): Promise<Map<number, Listing>> {
    const { db, organisationId, batch } = this.#state;
    await batch.flush();
    const day = await this.#day();
    if (day === null) return new Map();
    const rows = await readRows(db, organisationId);
    return new Map(rows.map((row) => [row.id, listingOn(day, row)]));
  }

  async compare(
    before: ReadonlyMap<number, Listing>,
    { ids, structure }: { ids: ReadonlySet<number>; structure: Structure },
  ): Promise<Publication> {
    const after = [...(await this.read())].filter(([id]) => ids.has(id));
    // The names are those of `listings`.
    const counts = Object.fromEntries(
      listings.map((name) => [name, after.filter(([, listing]) => listing === name).length]),
    ) as Publication['counts'];
    const added = after.filter(([id, listing]) => listing === 'public' && before.get(id) !== 'public');
    const [first, last] = [added[0], added.at(-1)];
    const chosen = [first, added[Math.floor(added.length / 2)], last].flatMap((one) => one?.[0] ?? []);
    const examples = await this.#examples([...new Set(chosen)]);
    return { counts, added: added.length, examples, structure };
  }

  async #examples(ids: readonly number[]): Promise<PublicExample[]> {
    const { db, organisationId } = this.#state;
    const day = await this.#day();
    if (day === null) return [];
    const view = { seesAdminExtras: false, seesExactPoints: false };
    const documents = await readMemberDocuments(db, { day, view }, ids);
    const records = await readMemberRecords(db, organisationId, ids);
    return records.slice(0, maxExamples).flatMap((record) => {
      const member = documents.get(record.membership.id)?.record;
      return member === undefined ? [] : [{ name: describeMember(record).name, member }];
    });
  }

  #day(): Promise<Day | null> {
    const { db, organisationId, now } = this.#state;
    return readDay(db, organisationId, new Date(now));
  }
}

function readRows(db: Kysely<MembersDatabase>, organisationId: number) {
  return db
    .selectFrom('membership')
    .select(['id', 'is_listed', 'is_approved', 'is_owing', 'expiry_date', 'searchable_until', 'standing'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();
}
