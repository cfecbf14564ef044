import { hash } from 'node:crypto';
import { columnNames, toColumns } from '@/lib/contract/fields/columns';
import { isShownAt, locationFields } from '@/lib/contract/fields/location';
import { membershipFields } from '@/lib/contract/fields/membership';
import { userFields } from '@/lib/contract/fields/person';
import { textKey } from '@/lib/base/text-key';
import { toDocument, type DocumentPieces } from './documents';
import { emailKey } from './email-key';
import { indexKey } from '@/lib/store/sql/index-key';
import { publicPoint, toLocationHead, type AreaCentre } from './location-document';
import type {
  AnswerTable,
  LocationTable,
  MembershipAddonTable,
  MembershipCategoryTable,
  MembershipDocumentTable,
  MembershipTable,
  PersonTable,
} from '@/lib/store/schema/members-schema';
import type {
  AnswerRecord,
  LocationRecord,
  MemberRecord,
  MembershipRecord,
  PersonRecord,
  Structure,
} from '@/lib/store/schema/records';

/** The writer sets `modified_at`, the words and the organisation's ID. */
export interface MemberRows {
  membership: Omit<MembershipTable, 'modified_at' | 'words_hash'>;
  document: MembershipDocumentTable;
  lists: MemberLists;
}

/** Rows in other tables, in order within each table. */
export interface MemberLists {
  membership_category: MembershipCategoryTable[];
  membership_addon: MembershipAddonTable[];
  answer: AnswerTable[];
  location: LocationTable[];
}

/**
 * The references must have been checked. `parent`: what a sub-membership takes from its parent. null: it is not a
 * sub-membership.
 */
export function toMemberRows(
  record: MemberRecord,
  context: { structure: Structure; parent: Inherited | null; areaCentre: AreaCentre },
): MemberRows {
  const { structure, parent, areaCentre } = context;
  const organisationId = structure.organisation.id;
  const membership =
    parent === null ? record.membership : { ...record.membership, expiryDate: parent.expiryDate };
  const isOwing = parent === null ? membership.amountOutstandingThousandths > 0 : parent.isOwing;
  const keys = { organisation_id: organisationId, membership_id: membership.id };
  const document = toDocument(membership, record.person, structure);
  const lists: MemberLists = {
    membership_category: [...new Set(membership.categoryIds)]
      .sort((a, b) => a - b)
      .map((id) => ({ organisation_id: organisationId, membership_id: membership.id, category_id: id })),
    membership_addon: membership.addons.map((held, position) => ({
      ...keys,
      position,
      addon_id: held.addonId,
      quantity: held.quantity,
      expiry_date: held.expiryDate,
    })),
    answer: [
      ...toAnswerRows(keys, -1, membership.answers),
      ...membership.addons.flatMap((held, position) => toAnswerRows(keys, position, held.answers)),
    ],
    location: membership.locations.map((location, position) =>
      toLocationRow(location, { ...keys, position, areaCentre }),
    ),
  };
  const columns = toMembershipColumns(membership, record.person, { isOwing, parent, structure });
  return {
    // `columns` is changed and not copied. V8 takes longer to copy rows of so many columns than to hash them.
    membership: Object.assign(columns, { fingerprint: fingerprint(columns, document, lists) }),
    document: Object.assign(document, keys),
    lists,
  };
}

/** What a sub-membership takes from its parent (docs/decisions.md 1). */
export interface Inherited {
  expiryDate: string | null;
  isOwing: boolean;
  /** The company is suspended, or has another standing with which nobody is listed (M1). */
  isPassedOver: boolean;
}

export function toPersonRow(organisationId: number, person: PersonRecord): PersonTable {
  const { address } = person;
  const columns = {
    organisation_id: organisationId,
    id: person.id,
    ...toColumns(userFields, person),
    first_name_key: wholeKey(person.firstName),
    last_name_key: wholeKey(person.lastName),
    email_key: emailKey(person.email),
    organisation_key: wholeKey(person.organisation),
    state_key: wholeKey(address.state),
    country_key: wholeKey(address.country),
  };
  return Object.assign(columns, { fingerprint: hashOf(JSON.stringify(Object.values(columns))) });
}

/** A key for comparing whole texts in columns and in filters. Case and accents do not matter. */
export function wholeKey(text: string): string {
  return indexKey(textKey(text));
}

/** The first characters of a fingerprint cover what the API shows. The others cover what only exports show. */
export const visibleFingerprintLength = 43;

const always = '9999-12-31';

function toMembershipColumns(
  membership: MembershipRecord,
  person: PersonRecord,
  { isOwing, parent, structure }: { isOwing: boolean; parent: Inherited | null; structure: Structure },
): MembershipColumns {
  return {
    organisation_id: structure.organisation.id,
    person_id: person.id,
    ...toColumns(membershipFields, membership),
    is_owing: isOwing ? 1 : 0,
    searchable_until: parent?.isPassedOver ? null : searchableUntil(membership, structure),
    name_key: nameKey(membership, person),
  };
}

function nameKey({ kind }: MembershipRecord, { organisation, lastName, firstName }: PersonRecord): string {
  if (kind === 'corporate' && organisation !== '') return wholeKey(organisation);
  return `${wholeKey(lastName)} ${wholeKey(firstName)}`;
}

function searchableUntil(membership: MembershipRecord, structure: Structure): string | null {
  if (structure.types.get(membership.typeId)?.isSearchable) return always;
  const lastDays = membership.addons
    .filter((held) => structure.addons.get(held.addonId)?.isSearchable)
    .map((held) => held.expiryDate ?? always);
  return lastDays.sort().at(-1) ?? null;
}

function toAnswerRows(
  keys: { organisation_id: number; membership_id: number },
  addonPosition: number,
  answers: AnswerRecord[],
): AnswerTable[] {
  return answers.map(({ extraId, answer }, position) => ({
    organisation_id: keys.organisation_id,
    membership_id: keys.membership_id,
    addon_position: addonPosition,
    position,
    extra_id: extraId,
    answer,
    answer_key: indexKey(answer),
  }));
}

function toLocationRow(
  location: LocationRecord,
  of: Pick<LocationTable, 'organisation_id' | 'membership_id' | 'position'> & { areaCentre: AreaCentre },
): LocationTable {
  const point = publicPoint(location, of.areaCentre);
  return {
    organisation_id: of.organisation_id,
    membership_id: of.membership_id,
    position: of.position,
    ...toColumns(locationFields, location),
    name_key: textKey(location.name),
    state_key: wholeKey(location.state),
    latitude: point.latitude,
    longitude: point.longitude,
    document_head: toLocationHead(location, point),
  };
}

type MembershipColumns = Omit<MembershipTable, 'modified_at' | 'fingerprint' | 'words_hash'>;

/** The order of columns in fingerprints since the first release. Another order would change all fingerprints. */
const columnOrder: (keyof MembershipColumns)[] = [
  ...new Set<keyof MembershipColumns>([
    ...(['organisation_id', 'id', 'person_id', 'kind', 'parent_id', 'membership_number'] as const),
    ...(['expiry_date', 'joining_date', 'type_id', 'chapter_id', 'amount_outstanding_thousandths'] as const),
    ...(['is_owing', 'is_approved', 'currency', 'invoice_url', 'payment_url', 'is_listed'] as const),
    ...(['show_fields', 'searchable_until'] as const),
    ...columnNames(membershipFields),
  ]),
];

const hiddenColumns = columnNames(locationFields, (field) => !isShownAt(field, 'state'));

/**
 * The first part of a fingerprint covers what API clients see. The second part covers the exact point and the other
 * hidden values. If a member moves within an area, only the second part changes, so API clients see no change. No piece
 * of the document contains a line break, so line breaks can separate the pieces.
 */
function fingerprint(
  columns: MembershipColumns,
  document: DocumentPieces,
  { membership_category, membership_addon, answer, location }: MemberLists,
): string {
  const values = [
    columnOrder.map((name) => columns[name]),
    membership_category.map((one) => one.category_id),
    membership_addon.map((one) => [one.addon_id, one.quantity, one.expiry_date]),
    answer.map((one) => [one.addon_position, one.extra_id, one.answer]),
    location.map((one) => [one.precision, one.latitude, one.longitude]),
  ];
  const pieces = [...Object.values(document), ...location.map((one) => one.document_head)];
  const visible = hashOf(`${JSON.stringify(values)}\n${pieces.join('\n')}`);
  if (location.length === 0) return visible;
  const hidden = location.map((one) => [
    one.exact_latitude,
    one.exact_longitude,
    ...hiddenColumns.map((name) => one[name]),
  ]);
  return visible + hashOf(JSON.stringify(hidden));
}

/**
 * 43 characters in base64.
 * @throws Error for a NUL, which PostgreSQL cannot store
 */
function hashOf(json: string): string {
  if (json.includes('\\u0000') && hasNul.test(json)) {
    throw new Error('a text has a NUL character, which cannot be stored');
  }
  return hash('sha256', json, 'base64').slice(0, visibleFingerprintLength);
}

/** A NUL in JSON, but not a backslash followed by `u0000`. */
const hasNul = /(?<!\\)(?:\\\\)*\\u0000/;
