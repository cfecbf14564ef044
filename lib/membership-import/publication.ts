import type { Kysely } from 'kysely';
import { lookUp } from '@/lib/look-up';
import { fieldsShownBy } from '@/lib/membership-api/directory-fields';
import type { MemberResource } from '@/lib/membership-api/resources';
import { listings, type Listing } from '@/lib/membership-api/words';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { MemberRecord, Structure } from '@/lib/membership-schema/records';
import { readDay, type Day } from '@/lib/membership-store/day';
import { shownFields } from '@/lib/membership-store/documents';
import { readMemberDocuments } from '@/lib/membership-store/member-documents';
import { readMemberRecords } from '@/lib/membership-store/member-records';
import { listingOn } from '@/lib/membership-store/status';
import type { WriteState } from '@/lib/membership-store/write-state';
import { describeMember } from './row-changes';

export interface Publication {
  /** How many memberships of the file the directory shows, and why it does not show the others. */
  counts: Record<Listing, number>;
  /** How many of the public ones were not public before. */
  added: number;
  examples: PublicExample[];
}

export interface PublicExample {
  name: string;
  values: { field: string; value: string }[];
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
    return { counts, added: added.length, examples: await this.#examples([...new Set(chosen)], structure) };
  }

  async #examples(ids: readonly number[], structure: Structure): Promise<PublicExample[]> {
    const { db, organisationId } = this.#state;
    const day = await this.#day();
    if (day === null) return [];
    const view = { seesAdminExtras: false, seesExactPoints: false };
    const documents = await readMemberDocuments(db, { day, view }, ids);
    const records = await readMemberRecords(db, organisationId, ids);
    return records.slice(0, maxExamples).flatMap((record) => {
      const shown = documents.get(record.membership.id)?.record;
      return shown === undefined ? [] : [toExample(record, shown, structure)];
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

function toExample(record: MemberRecord, shown: MemberResource, structure: Structure): PublicExample {
  const paths = shownFields(record.membership)
    // The public sees only that the member can be written to, not the address.
    .filter((name) => name !== 'Messages')
    .flatMap((name) => fieldsShownBy(name));
  const values = [...new Set(paths)].flatMap((path) => valuesOf(path, shown, structure));
  return { name: describeMember(record).name, values: values.filter(({ value }) => value !== '') };
}

function valuesOf(field: string, member: MemberResource, { categories, extras }: Structure) {
  switch (field) {
    case 'MembershipType':
      return [{ field, value: member.MembershipType.Type }];
    case 'Chapter':
      return [{ field, value: member.Chapter?.Name ?? '' }];
    case 'Categories':
      return [{ field, value: member.Categories.map((id) => categories.get(id)?.name ?? '').join(', ') }];
    case 'Extras':
      return [...member.MembershipType.Extras, ...member.Extras].flatMap(({ ID, Question, Answer }) => {
        const extra = extras.get(Number(ID));
        return extra?.isSearchable === true && !extra.isAdminOnly ? { field: Question, value: Answer } : [];
      });
    // A point is shown on a map.
    case 'Locations.Geolocation':
      return [];
    default:
      return [{ field, value: textAt(member, field.split('.')) }];
  }
}

function textAt(value: unknown, [name, ...rest]: string[]): string {
  if (Array.isArray(value)) {
    const texts = value
      .map((one: unknown) => textAt(one, [name ?? '', ...rest]))
      .filter((text) => text !== '');
    return [...new Set(texts)].join('; ');
  }
  if (name === undefined) return typeof value === 'string' ? value : '';
  return textAt(lookUp(Object(value), name), rest);
}
