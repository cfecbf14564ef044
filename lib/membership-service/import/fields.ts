/** The names by which a file's columns are known: the API's own where it has one. docs/import.md lists them. */

/** How a cell is read; see `read-value.ts`. */
export type FieldKind =
  | 'text'
  | 'integer'
  | 'date'
  | 'amount'
  | 'boolean'
  | 'latitude'
  | 'longitude'
  | 'web'
  | 'kind'
  | 'precision'
  | 'show'
  | 'addons'
  | 'seats'
  | 'names';

interface FieldInfo {
  kind: FieldKind;
  /** Other headers for it, as `headerKey` folds them. */
  synonyms: string;
}

const personFields = {
  PersonID: field('integer', 'person,contactid,personnumber'),
  FirstName: field('text', 'first,given,givenname,givennames,forename,forenames,christianname'),
  LastName: field('text', 'last,surname,familyname'),
  FullName: field('text', 'membername,contactname,contact,person name'),
  Title: field('text', 'salutation,honorific,prefix'),
  Email: field('text', 'emailaddress,mail,e-mail,primaryemail'),
  Organisation: field(
    'text',
    'organization,company,companyname,employer,firm,business,businessname,practice',
  ),
  Address: field('text', 'street,streetaddress,address1,addressline1,residentialaddress'),
  Suburb: field('text', 'city,town,locality,suburb/town,suburbtown'),
  Postcode: field('text', 'zip,zipcode,postalcode,plz'),
  State: field('text', 'province,region,stateprovince'),
  Country: field('text', 'nation'),
  MailingAddress: field('text', 'postaladdress,poaddress,mailingstreet'),
  MailingSuburb: field('text', 'postalsuburb,mailingcity,postalcity'),
  MailingPostcode: field('text', 'postalpostcode,mailingzip'),
  MailingState: field('text', 'postalstate'),
  MailingCountry: field('text', 'postalcountry'),
  Phone: field('text', 'telephone,tel,phonenumber,homephone,fullphone'),
  WorkPhone: field('text', 'businessphone,officephone,phonework'),
  Mobile: field('text', 'mobilephone,cell,cellphone,mobilenumber'),
};

const membershipFields = {
  ID: field('text', 'membershipid,memberid,recordid'),
  MembershipNumber: field('text', 'membernumber,memberno,membershipno,number,no'),
  Kind: field('kind', 'memberkind'),
  MembershipType: field('text', 'type,membertype,level,membershiplevel,grade,membershipgrade'),
  MembershipCategory: field('names', 'category,categories,membershipcategories,businesscategory'),
  Chapter: field('text', 'branch,division,organisationchapter'),
  JoiningDate: field('date', 'joined,joindate,membersince,startdate,dateofjoining'),
  ExpiryDate: field('date', 'expiry,expires,expirydate,paidto,paiduntil,validuntil,renewaldate,enddate'),
  AmountOutstanding: field('amount', 'outstanding,balance,due,amountdue,owing'),
  Currency: field('text', ''),
  InvoiceURL: field('web', 'invoice'),
  PaymentURL: field('web', 'payment'),
  Addons: field('addons', 'addon,currentaddons'),
  ParentNumber: field('text', 'parent,parentmembership,corporatenumber'),
  ParentID: field('integer', ''),
  Committee: field('seats', 'committees'),
  Approved: field('boolean', 'checked'),
  Listed: field('boolean', 'public,showindirectory'),
  Show: field('show', 'fieldsshown'),
};

const locationFields = {
  Lat: field('latitude', 'latitude,y'),
  Lng: field('longitude', 'lon,long,longitude,x'),
  Precision: field('precision', 'locationprecision'),
  Website: field('web', 'web,url,homepage,site,www'),
  LocationName: field('text', 'practicename'),
  LocationEmail: field('text', ''),
  LocationAddress: field('text', 'practiceaddress'),
  LocationSuburb: field('text', 'practicesuburb'),
  LocationPostcode: field('text', 'practicepostcode'),
  LocationState: field('text', 'practicestate'),
  LocationCountry: field('text', 'practicecountry'),
  LocationPhone: field('text', 'practicephone'),
};

/** The fields of one location of a row: of the first `LocationSuburb`, `Lat` …, of the next `Location2Suburb`, `Location2Lat` … */
export interface LocationSlot {
  /** From 1 to 5. */
  number: number;
  /** By the first location's names. */
  names: Record<LocationField, string>;
}

export const locationSlots: readonly LocationSlot[] = [1, 2, 3, 4, 5].map((number) => {
  const further = (name: string) => `Location${number}${name.replace(/^Location/, '')}`;
  const names = Object.keys(locationFields).map((name) => [name, number === 1 ? name : further(name)]);
  // The keys are those of `locationFields`.
  return { number, names: Object.fromEntries(names) as Record<LocationField, string> };
});

const furtherFields = Object.fromEntries(
  locationSlots.slice(1).flatMap(({ names }) =>
    // The keys are those of `locationFields`.
    Object.entries(names).map(([name, own]) => [own, field(locationFields[name as LocationField].kind, '')]),
  ),
);

const fields: ReadonlyMap<string, FieldInfo> = new Map(
  Object.entries({ ...personFields, ...membershipFields, ...locationFields, ...furtherFields }),
);

export type LocationField = keyof typeof locationFields;

export const fieldNames: readonly string[] = [...fields.keys()];

/** How the cells of a field are read. */
export function fieldKind(name: string): FieldKind {
  const found = fields.get(name);
  if (found === undefined) throw new RangeError(`there is no field ${name}`);
  return found.kind;
}

/** The field that a name written by hand means, without regard to case and signs; null: none. */
export function findField(name: string): string | null {
  const key = headerKey(name);
  return fieldNames.find((one) => headerKey(one) === key) ?? null;
}

/** The field that a file's header means, by name or common synonym; null: none. */
export function guessField(header: string): string | null {
  const key = headerKey(header);
  if (key === '') return null;
  for (const [name, { synonyms }] of fields) {
    if (headerKey(name) === key || synonyms.split(',').some((one) => headerKey(one) === key)) return name;
  }
  return null;
}

/** Headers are the same whatever their case, spaces and signs. */
function headerKey(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function field(kind: FieldKind, synonyms: string): FieldInfo {
  return { kind, synonyms };
}
