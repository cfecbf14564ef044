/**
 * The names by which a file's columns are recognised. A field that is also in the API has the API's name.
 * docs/import.md lists the names.
 */
import { text } from '@/lib/contract/fields/text-kinds';
import { maxNoteLength } from '@/lib/store/notes';
import { cellsOf, type CellOfTable, type CellsOf } from '@/lib/contract/fields/columns';
import type { Kind } from '@/lib/contract/fields/field';
import { FieldError } from '@/lib/contract/fields/field-error';
import { listOf, recordsOf } from '@/lib/contract/fields/list-kinds';
import { locationFields } from '@/lib/contract/fields/location';
import { heldAddonFields, maxElements, membershipFields } from '@/lib/contract/fields/membership';
import { userFields } from '@/lib/contract/fields/person';
import {
  addonFields,
  categoryFields,
  chapterFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';
import { lookUp } from '@/lib/base/look-up';
import { textKey } from '@/lib/base/text-key';
import type { FieldKind, FieldValues } from './field-values';

interface FieldInfo<K extends FieldKind = FieldKind> {
  kind: K;
  /** Other headers for the field as `headerKey` returns them: without case, accents, spaces and punctuation. */
  synonyms: readonly string[];
}

/** Columns that are not the value of one field: names of other records, IDs of other systems, or the member's state. */
const specialFields = {
  ChapterhousePersonID: field('integer', ''),
  ExternalPersonID: field(
    'text',
    'personid person contactid internalcontactid personnumber personennummer personenid',
  ),
  FullName: field(
    'text',
    'membername contactname contact personname displayname nometprenom nomprenom namevorname nachnamevorname vornamename vornamenachname lastnamefirstname surnamefirstname firstnamelastname',
  ),
  ChapterhouseID: field('integer', ''),
  ExternalID: field('text', 'id membershipid memberid recordid userid profileid mitgliedid mitgliedsid'),
  MembershipType: field(
    'text',
    'type membertype level membershiplevel grade membershipgrade mitgliedsart mitgliedstyp mitgliedschaft mitgliedschaftsart mitgliedskategorie beitragsart beitragsgruppe beitragsklasse rollen typedadhesion typeadhesion typedadherent typeadherent typedemembre formule',
  ),
  MembershipCategory: field(
    'names',
    'category categories membershipcategories businesscategory kategorie kategorien fachgebiet fachgebiete sparte sparten categorie',
  ),
  Chapter: field(
    'text',
    'branch division organisationchapter ortsgruppe ortsverein landesverband abteilung regionalgruppe section antenne',
  ),
  Status: field(
    'status',
    'membershipstatus memberstatus standing mitgliedsstatus mitgliedstatus mitgliederstatus statut statutadhesion statutdadhesion etat',
  ),
  StatusDetail: field('status', 'statusdetails'),
  Suspended: field('flag', 'suspendedmember issuspended gesperrt suspendu'),
  Archived: field('flag', 'isarchived archiviert archive'),
  Deceased: field(
    'flag',
    'isdeceased deceaseddate dateofdeath verstorben verstorbenam todesdatum decede datededeces',
  ),
  Addons: field('addons', 'addon currentaddons'),
  ParentNumber: field('text', 'parent parentmembership corporatenumber'),
  ChapterhouseParentID: field('integer', ''),
  ExternalParentID: field('text', 'parentid parentmembershipid ownermembershipid primarymemberid'),
  Employer: field('text', 'currentemployer arbeitgeber employeur datoredilavoro empleador'),
  MemberRole: field('text', 'bundlerole'),
  BundleID: field('text', 'memberbundleid memberbundleidoremail'),
  Committee: field('seats', 'committees'),
  Show: field('show', 'fieldsshown'),
  ShowMembers: field('show', 'fieldsshowntomembers'),
  Note: field(
    'text',
    'notes remark remarks comment comments internalnotes adminnotes officenotes bemerkung bemerkungen anmerkung anmerkungen notiz notizen kommentar remarque remarques commentaire commentaires notas observaciones osservazioni',
  ),
};

type LocationCells = CellsOf<typeof locationFields>;
export type LocationField = keyof LocationCells;
type FurtherName<F extends string> =
  `Location${2 | 3 | 4 | 5}${F extends `Location${infer Rest}` ? Rest : F}`;
type FurtherCells = { [F in LocationField as FurtherName<F>]: LocationCells[F] };
type TableCells = CellsOf<typeof userFields> &
  CellsOf<typeof membershipFields> &
  LocationCells &
  FurtherCells;
type SpecialFields = typeof specialFields;
type Cells = Omit<TableCells, keyof SpecialFields> & {
  [F in keyof SpecialFields]: FieldValues[SpecialFields[F]['kind']];
};

export type FieldName = keyof Cells;
export type ValueOf<F extends FieldName> = Cells[F];
export type TextField = { [F in FieldName]: ValueOf<F> extends string ? F : never }[FieldName];

/** The columns of one location. First `LocationSuburb`, `Lat` …, then `Location2Suburb`, `Location2Lat` … */
export interface LocationSlot {
  /** From 1 to 5. */
  number: number;
  /** The keys are the names for the first location. */
  names: { [F in LocationField]: F | FurtherName<F> };
}

const locationCells = cellsOf(locationFields);

export const locationSlots: readonly LocationSlot[] = [1, 2, 3, 4, 5].map((number) => {
  const further = (name: string) => `Location${number}${name.replace(/^Location/, '')}`;
  const names = locationCells.map(({ name }) => [name, number === 1 ? name : further(name)]);
  // The keys are the columns of `locationFields`.
  return { number, names: Object.fromEntries(names) as LocationSlot['names'] };
});

/** The columns that come from the tables of fields. Columns of the second and later locations have no synonyms. */
const tableCells: readonly CellOfTable[] = [
  ...cellsOf(userFields),
  ...cellsOf(membershipFields),
  ...locationSlots.flatMap(({ number, names }) =>
    locationCells.map((cell) => ({
      ...cell,
      name: lookUp(names, cell.name) ?? cell.name,
      headers: number === 1 ? cell.headers : '',
    })),
  ),
];

const fields: ReadonlyMap<FieldName, FieldInfo> = new Map(
  // The keys are those of `Cells`.
  Object.entries({
    ...Object.fromEntries(tableCells.map(({ name, reads, headers }) => [name, field(reads, headers)])),
    ...specialFields,
  }) as [FieldName, FieldInfo][],
);

export const fieldNames: readonly FieldName[] = [...fields.keys()];

/** Our own IDs, which only our own exports have, come last. */
const ours = /^Chapterhouse/;

/** The names are in the order of docs/import.md. */
export const importFieldNames: readonly FieldName[] = [
  ...fieldNames.filter((name) => !ours.test(name)),
  ...fieldNames.filter((name) => ours.test(name)),
];

const byKey = new Map(fieldNames.map((name) => [headerKey(name), name]));
const bySynonym = new Map(
  [...fields].flatMap(([name, { synonyms }]) =>
    synonyms.map((synonym): [string, FieldName] => [synonym, name]),
  ),
);

export function fieldKind(name: FieldName): FieldKind {
  const found = fields.get(name);
  if (found === undefined) throw new RangeError(`there is no field ${name}`);
  return found.kind;
}

const { Quantity, ExpiryDate } = heldAddonFields;
const heldFields = { Quantity, ExpiryDate };

/**
 * The field kind that decides how long the cells of a column may be. If the cells name other records, such as chapters,
 * this is the kind of those records' names.
 */
const limits = new Map<string, Kind<unknown>>([
  ['FullName', userFields.FirstName.kind],
  ['Note', text(maxNoteLength)],
  ['MembershipType', membershipTypeFields.Name.kind],
  ['Chapter', chapterFields.Name.kind],
  ['MembershipCategory', listOf(categoryFields.Name.kind, maxElements)],
  ['Addons', recordsOf({ Name: addonFields.Name, ...heldFields }, maxElements)],
  ...tableCells.map(({ name, kind }): [string, Kind<unknown>] => [name, kind]),
]);

/** null: the field needs no limit, because the function that reads its cells already limits the values. */
export function fieldLimit(name: FieldName): Kind<unknown> | null {
  return limits.get(name) ?? null;
}

/** The value as the field stores it, or why the field refuses it. */
export function readWithin(
  limit: Kind<unknown> | null,
  value: unknown,
): { value: unknown; reason: null } | { reason: string } {
  if (limit === null || value === null) return { value, reason: null };
  try {
    const read = limit.read(limit.write(value, { nameOf: () => '' }), { hasReferred: null });
    return { value: read, reason: null };
  } catch (error) {
    if (error instanceof FieldError) return { reason: toReason(error) };
    throw error;
  }
}

/**
 * Turns the error of a field into the reason in an error about a cell. Removes the words "in quotation marks", because
 * a cell needs none. If an element of a list is wrong, the reason names the element's field. It leaves out the
 * element's position.
 */
function toReason({ problems: [first], message }: FieldError): string {
  const field = first?.path.replace(/^\[\d+\]\.?/, '') ?? '';
  return `${field} ${message.replace(', in quotation marks', '')}`.trim();
}

/** Ignores case and punctuation. null: no field has this name. */
export function findField(name: string): FieldName | null {
  return byKey.get(headerKey(name)) ?? null;
}

/** Finds a field by its name or a common synonym. null: no field matches the header. */
export function guessField(header: string): FieldName | null {
  const key = headerKey(header);
  return key === '' ? null : (byKey.get(key) ?? bySynonym.get(key) ?? null);
}

/** Headers match regardless of case, accents, spaces and punctuation. */
export function headerKey(header: string): string {
  return textKey(header).replace(/[^\p{L}\p{N}]/gu, '');
}

function field<K extends FieldKind>(kind: K, synonyms: string): FieldInfo<K> {
  return { kind, synonyms: synonyms === '' ? [] : synonyms.split(' ') };
}
