/** The names by which a file's columns are recognised: the API's own if it has one. docs/import.md lists them. */
import { cellsOf } from '@/lib/membership-api/fields/columns';
import { FieldError, type Kind } from '@/lib/membership-api/fields/kind';
import { locationFields as locationTable, ownLocationFields } from '@/lib/membership-api/fields/location';
import { membershipFields as membershipTable } from '@/lib/membership-api/fields/membership';
import { userFields } from '@/lib/membership-api/fields/person';
import { chapterFields, membershipTypeFields } from '@/lib/membership-api/fields/structure';
import { lookUp } from '@/lib/look-up';
import { textKey } from '@/lib/text-key';
import type { FieldKind, FieldValues } from './field-values';

interface FieldInfo<K extends FieldKind = FieldKind> {
  kind: K;
  /** Other headers for it, in the form of `headerKey`: without case, accents, spaces and punctuation. */
  synonyms: readonly string[];
}

const personFields = {
  ChapterhousePersonID: field('integer', ''),
  ExternalPersonID: field(
    'text',
    'personid person contactid internalcontactid personnumber personennummer personenid',
  ),
  FirstName: field(
    'text',
    'first given givenname givennames forename forenames christianname contactnamefirst namefirst vorname prenom',
  ),
  LastName: field(
    'text',
    'last surname familyname contactnamelast namelast nachname zuname familienname nomdefamille',
  ),
  FullName: field('text', 'membername contactname contact personname displayname nometprenom nomprenom'),
  Title: field('text', 'salutation honorific prefix titel anrede civilite'),
  Email: field(
    'email',
    'emailaddress mail primaryemail emailprimary mainemail hauptemail emailadresse mailadresse courriel mel adresseemail adressemail',
  ),
  Organisation: field(
    'text',
    'organization organizationname organisationname company companyname employer currentemployer firm business businessname practice firmenname firma verein unternehmen societe entreprise raisonsociale organisme',
  ),
  Address: field(
    'text',
    'street streetaddress address1 addressline1 residentialaddress addressprimaryline1 homeaddress strasse strassehausnummer strasseundhausnummer strassenr adresse anschrift rue adresse1',
  ),
  Suburb: field('text', 'city town locality suburbtown addressprimarycity ort wohnort stadt ville commune'),
  Postcode: field(
    'text',
    'zip zipcode postalcode plz postleitzahl codepostal cp addressprimaryzip addressprimarypostalcode',
  ),
  State: field('text', 'province region stateprovince addressprimarystate bundesland kanton departement'),
  Country: field('text', 'nation addressprimarycountry land pays'),
  MailingAddress: field(
    'text',
    'postaladdress poaddress mailingstreet postanschrift postadresse adressepostale',
  ),
  MailingSuburb: field('text', 'postalsuburb mailingcity postalcity'),
  MailingPostcode: field('text', 'postalpostcode mailingzip'),
  MailingState: field('text', 'postalstate'),
  MailingCountry: field('text', 'postalcountry'),
  Phone: field(
    'phone',
    'telephone tel phonenumber homephone fullphone phoneprimary telefon telefonnummer telefonprivat telefonfestnetz festnetz telephonefixe fixe',
  ),
  WorkPhone: field(
    'phone',
    'businessphone officephone phonework telefongeschaft telefongeschaftlich telefondienstlich telefonarbeit telephoneprofessionnel',
  ),
  Mobile: field(
    'phone',
    'mobilephone cell cellphone mobilenumber phonecell phonemobile mobil mobiltelefon handy handynummer telefonmobil portable telephoneportable telephonemobile',
  ),
};

const membershipFields = {
  ChapterhouseID: field('integer', ''),
  ExternalID: field('text', 'id membershipid memberid recordid userid profileid mitgliedid mitgliedsid'),
  MembershipNumber: field(
    'text',
    'membernumber memberno membershipno number no mitgliedsnummer mitgliednummer mitgliedsnr mitgliednr mglnr numero numeroadherent numerodadherent numerodemembre numadherent noadherent nadherent nmembre',
  ),
  Kind: field('kind', 'memberkind'),
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
  JoiningDate: field(
    'date',
    'joined joindate joindt membersince startdate dateofjoining dateentered eintritt eintrittsdatum mitgliedseit beitritt beitrittsdatum dateadhesion datedadhesion datedentree adherentdepuis membredepuis',
  ),
  ExpiryDate: field(
    'date',
    'expiry expires expirydate expirydt expiredt expiredate expirationdate expiration membershipexpirationdate membershipexpirydate membershipenddate membershipexpires paidto paidthrough paiduntil paidupto validuntil validto renewaldate renewaldue renewby enddate duedate gultigbis bezahltbis ablauf ablaufdatum enddatum mitgliedbis austritt austrittsdatum datedefin datefin finadhesion findadhesion datedexpiration datedecheance echeance valablejusquau valablejusque validejusquau',
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
  AmountOutstanding: field(
    'amount',
    'outstanding balance due amountdue balancedue owing offenerbetrag offen saldo solde montantdu restedu',
  ),
  Currency: field('text', ''),
  InvoiceURL: field('web', 'invoice'),
  PaymentURL: field('web', 'payment'),
  Addons: field('addons', 'addon currentaddons'),
  ParentNumber: field('text', 'parent parentmembership corporatenumber'),
  ChapterhouseParentID: field('integer', ''),
  ExternalParentID: field('text', 'parentid parentmembershipid ownermembershipid'),
  Committee: field('seats', 'committees'),
  Approved: field('boolean', 'checked'),
  Listed: field('boolean', 'public showindirectory'),
  Show: field('show', 'fieldsshown'),
};

const locationFields = {
  Lat: field('latitude', 'latitude y geocode1 breitengrad breite'),
  Lng: field('longitude', 'lon long longitude x geocode2 langengrad lange'),
  Precision: field('precision', 'locationprecision'),
  Website: field('web', 'web url homepage site www webseite internet siteweb siteinternet'),
  LocationName: field('text', 'practicename'),
  LocationEmail: field('email', ''),
  LocationAddress: field('text', 'practiceaddress'),
  LocationSuburb: field('text', 'practicesuburb'),
  LocationPostcode: field('text', 'practicepostcode'),
  LocationState: field('text', 'practicestate'),
  LocationCountry: field('text', 'practicecountry'),
  LocationPhone: field('phone', 'practicephone'),
};

export type LocationField = keyof typeof locationFields;
type FurtherName<F extends string> =
  `Location${2 | 3 | 4 | 5}${F extends `Location${infer Rest}` ? Rest : F}`;
type FurtherFields = { [F in LocationField as FurtherName<F>]: (typeof locationFields)[F] };
type Fields = typeof personFields & typeof membershipFields & typeof locationFields & FurtherFields;

export type FieldName = keyof Fields;
export type ValueOf<F extends FieldName> = FieldValues[Fields[F]['kind']];
/** The fields whose values are text. */
export type TextField = { [F in FieldName]: ValueOf<F> extends string ? F : never }[FieldName];

/** Fields of persons and memberships that have no synonyms. */
const ownFields = Object.fromEntries(
  [...cellsOf(userFields), ...cellsOf(membershipTable)]
    .filter(({ name }) => !Object.hasOwn({ ...personFields, ...membershipFields }, name))
    .map(({ name, reads }) => [name, field(reads, '')]),
);
const allLocationFields: Readonly<Record<string, FieldInfo>> = {
  ...locationFields,
  ...Object.fromEntries(cellsOf(ownLocationFields).map(({ name, reads }) => [name, field(reads, '')])),
};

/** The fields of a row's locations: first `LocationSuburb`, `Lat` …, then `Location2Suburb`, `Location2Lat` … */
export interface LocationSlot {
  /** From 1 to 5. */
  number: number;
  /** Keyed by the first location's names. */
  names: { [F in LocationField]: F | FurtherName<F> };
}

export const locationSlots: readonly LocationSlot[] = [1, 2, 3, 4, 5].map((number) => {
  const further = (name: string) => `Location${number}${name.replace(/^Location/, '')}`;
  const names = Object.keys(allLocationFields).map((name) => [name, number === 1 ? name : further(name)]);
  // The keys are those of `locationFields`.
  return { number, names: Object.fromEntries(names) as LocationSlot['names'] };
});

const furtherFields = Object.fromEntries(
  locationSlots
    .slice(1)
    .flatMap(({ names }) =>
      Object.entries(names).map(([name, own]) => [
        own,
        field(lookUp(allLocationFields, name)?.kind ?? 'text', ''),
      ]),
    ),
);

const fields: ReadonlyMap<FieldName, FieldInfo> = new Map(
  // The keys are those of `Fields`.
  Object.entries({
    ...personFields,
    ...membershipFields,
    ...ownFields,
    ...allLocationFields,
    ...furtherFields,
  }) as [FieldName, FieldInfo][],
);

export const fieldNames: readonly FieldName[] = [...fields.keys()];

const byKey = new Map(fieldNames.map((name) => [headerKey(name), name]));
const bySynonym = new Map(
  [...fields].flatMap(([name, { synonyms }]) =>
    synonyms.map((synonym): [string, FieldName] => [synonym, name]),
  ),
);

/** How the cells of a field are read. */
export function fieldKind(name: FieldName): FieldKind {
  const found = fields.get(name);
  if (found === undefined) throw new RangeError(`there is no field ${name}`);
  return found.kind;
}

/** The kinds whose limits cells have, by column: as in the table, or of the record that a cell names. */
const limits = new Map<string, Kind<unknown>>([
  ['FullName', userFields.FirstName.kind],
  ['MembershipType', membershipTypeFields.Name.kind],
  ['Chapter', chapterFields.Name.kind],
  ...[...cellsOf(userFields), ...cellsOf(membershipTable)].map(limitOf),
  ...locationSlots.flatMap(({ names }) =>
    cellsOf(locationTable).map((cell) => limitOf({ ...cell, name: lookUp(names, cell.name) ?? cell.name })),
  ),
]);

function limitOf({ name, kind }: { name: string; kind: Kind<unknown> }): [string, Kind<unknown>] {
  return [name, kind];
}

/** The kind that limits the values of a field. null: its reader does. */
export function fieldLimit(name: FieldName): Kind<unknown> | null {
  return limits.get(name) ?? null;
}

/** Why a value is outside the limits of its field; null: it is not. */
export function limitProblem(limit: Kind<unknown> | null, value: unknown): string | null {
  if (limit === null || value === null) return null;
  try {
    limit.read(limit.write(value, { nameOf: () => '' }), { hasReferred: null });
    return null;
  } catch (error) {
    if (error instanceof FieldError) return error.message;
    throw error;
  }
}

/** The field for a name written by hand, ignoring case and punctuation; null: none. */
export function findField(name: string): FieldName | null {
  return byKey.get(headerKey(name)) ?? null;
}

/** The field for a file's header, by name or common synonym; null: none. */
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
