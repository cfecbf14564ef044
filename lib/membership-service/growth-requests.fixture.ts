/** Together, these requests use every reading endpoint, filter and sort order. `growth.test.ts` checks this. */
import { officeSorts } from '@/lib/membership-api/office-members';

const v1Filters = [
  '',
  'Searchable=true',
  'FinancialStatus[]=expired',
  'FinancialStatus[]=expiring',
  'FinancialStatus[]=outstanding',
  'FinancialStatus[]=financial&FinancialStatus[]=outstanding',
  'FinancialStatus[]=expired&ExpiryDate[To]=2024-06-01',
  'ExpiryDate[From]=2028-01-01',
  'ExpiryDate[From]=2031-01-01',
  'MembershipType[]=1',
  'MembershipType[]=1&ExpiryDate[From]=2028-01-01',
  'MembershipType[]=1&MembershipType[]=2',
  'OrganisationChapter[]=2',
  'CurrentAddons[]=1',
];
const v2Filters = [
  ...v1Filters,
  'Include[]=Directory',
  'Include[]=Categories&Include[]=Locations',
  'Locations=true',
  'MembershipCategory[]=1',
  'MembershipCategory[]=24',
  'MembershipCategory[]=1&MembershipCategory[]=2',
  'ExtraAnswer[11][]=Yes',
  'ExtraAnswer[12][]=Polish',
  'User[FirstName]=Anan0',
  'User[LastName]=Anan7',
  'User[LastName]=Anan7&User[State][]=VIC',
  'User[State][]=VIC',
  'User[Country]=Australia',
  'User[Organisation]=Anan0 Group',
  'DateModified[After]=2030-01-01',
  'DateModified[After]=2026-01-02',
  'DateModified[Before]=2026-01-02',
];
const sydney = 'Geolocation[Lat]=-33.87&Geolocation[Lng]=151.21';
const locationFilters = [
  '',
  'State=VIC',
  'State=Nowhere',
  'Name=Anan7 Clinic 0',
  sydney,
  `${sydney}&Geolocation[Distance]=5`,
  `${sydney}&Geolocation[Distance]=20000`,
  `${sydney}&MembershipCategory[]=3`,
  `${sydney}&User[State][]=VIC&DateModified[After]=2026-01-02`,
  'MembershipCategory[]=3',
  'MembershipType[]=1',
  'OrganisationChapter[]=2',
  'CurrentAddons[]=1',
  'ExtraAnswer[11][]=Yes',
  'FinancialStatus[]=expired&ExpiryDate[To]=2024-06-01',
  'ExpiryDate[From]=2028-01-01',
  'Searchable=true&Locations=true',
  'Include[]=Directory',
  'User[FirstName]=Anan0',
  'User[LastName]=Anan7',
  'User[State][]=VIC',
  'User[Country]=Australia',
  'User[Organisation]=Anan0 Group',
  'DateModified[After]=2026-01-02',
  'DateModified[Before]=2026-01-02',
];

export const memberLists = {
  'v1/members': v1Filters,
  'v2/members': v2Filters,
  'v2/locations': locationFilters,
};
const listed = ['', 'Visible=false', 'Searchable=true', 'Visible=false&Searchable=true'];
/** These lists do not grow with the members. */
export const shortLists = {
  'v1/membershiptypes': listed,
  'v1/addons': listed,
  'v2/categories': [''],
  'v2/membershiptypes': listed,
  'v2/addons': listed,
  'v2/extras': ['', 'Searchable=true'],
};
export const shortRequests = ['v2/members/7', 'v2/user', 'v2/changes?After=0'];

/** These endpoints read only the signing keys, or only what belongs to one person. */
export const elsewhere = [
  'v2/cards/keys',
  'v2/cards/memberships/:membership',
  'v2/user/sessions',
  'v2/user/passkeys',
  'v2/user/sites',
  'v2/user/members',
  'v2/user/members/:membership/answers',
];

/** The values with which each parameter of the office's list is requested. */
const officeValues: Record<string, string[]> = {
  Search: ['anan7', 'a'],
  Approved: ['true', 'false'],
  Waiting: ['true'],
  Kind: ['corporate', 'individual'],
  State: ['VIC'],
  ExpiryFrom: ['2028-01-01'],
  ExpiryTo: ['2024-06-01'],
  JoinedFrom: ['2020-01-01'],
  JoinedTo: ['2020-01-01'],
  HasEmail: ['true', 'false'],
  HasLocation: ['true', 'false'],
  Listed: ['true', 'false'],
  Person: ['7'],
  Parent: ['7'],
  OwedFrom: ['10'],
  OwedTo: ['10'],
  Committee: ['any', 'own', '2'],
  Sort: [...officeSorts],
  Status: ['financial', 'expired', 'outstanding', 'expiring'],
  Type: ['1'],
  Category: ['1'],
  Chapter: ['2'],
  Addon: ['1'],
  MembershipNumber: ['1'],
  FirstName: ['Anan0'],
  LastName: ['Anan7'],
  Organisation: ['Anan0'],
  Email: ['a'],
  Suburb: ['s'],
  Postcode: ['3'],
  Country: ['Aus'],
  Title: ['Dr'],
  Phone: ['04'],
  Street: ['High'],
  MailingAddress: ['PO'],
  Import: ['1'],
  Standing: ['deceased'],
  StandingWord: ['Susp'],
  Introduction: ['We'],
  Services: ['Dry'],
  Areas: ['Gee'],
};
/** A query that reads members in the list's order is slowest if few of them match. */
export const officeQueries = [
  '',
  ...Object.entries(officeValues).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
  'Answer[11]=Yes',
  'Answer[12]=Pol',
  'Approved=false&Sort=-changed',
  'Search=anan7&Sort=expiry',
];
