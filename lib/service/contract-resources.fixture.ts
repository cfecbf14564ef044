import { expect } from 'vitest';

/** The fields of each resource in part 2 of the contract, in order, with their types and notes. */
const resources: Record<string, [field: string, type: string][]> = {
  Address: [
    ['Address', 'string or null'],
    ['Suburb', 'string'],
    ['Postcode', 'string'],
    ['State', 'string'],
    ['Country', 'string'],
  ],
  User: [
    ['FirstName', 'string'],
    ['LastName', 'string'],
    ['Title', 'string'],
    ['Email', 'string (e-mail address)'],
    ['Organisation', 'string'],
    ['Address', 'Address'],
    ['MailingAddress', 'Address'],
    ['Phone', 'string'],
    ['WorkPhone', 'string'],
    ['Mobile', 'string'],
  ],
  MembershipType: [
    ['ID', 'string'],
    ['Type', 'string'],
    ['Cost', 'string, decimal amount'],
    ['Description', 'string'],
    ['Student', 'integer'],
    ['Extras', 'array of {ID: string, Question: string, Answer: string}'],
  ],
  'membership of a v1 member': [
    ['ID', 'string'],
    ['MembershipNumber', 'string'],
    ['ExpiryDate', 'string, date, or null'],
    ['JoiningDate', 'string, date, or null'],
    ['Status', 'financial, expired, expiring or outstanding'],
    ['Chapter', '{ID: string, Name: string} or null'],
    ['MembershipType', 'MembershipType'],
    ['AmountOutstanding', 'string, decimal with three decimal places'],
    ['Addons', 'array of held addons'],
    ['Extras', 'array of {ID: string, Question: string, Answer: string}'],
  ],
  payment: [
    ['Currency', 'string, currency code'],
    ['InvoiceURL', 'string, address, or null'],
    ['PaymentURL', 'string, address, or null'],
  ],
  'Committee data': [
    ['Chapter', '{ID: string, Name: string} or null'],
    ['Financial', 'boolean'],
  ],
  Category: [
    ['ID', 'integer'],
    ['Name', 'string'],
    ['Description', 'string'],
  ],
  'Membership type listing item': [
    ['ID', 'integer'],
    ['Name', 'string'],
    ['Cost', 'string, decimal amount'],
    ['Searchable', 'boolean'],
    ['Visible', 'boolean'],
    ['AnniversaryExpiry', 'boolean'],
    ['GST', 'boolean'],
  ],
  'Addon listing item': [
    ['ID', 'integer'],
    ['Name', 'string'],
    ['Cost', 'string, decimal amount'],
    ['Searchable', 'boolean'],
    ['Visible', 'boolean'],
    ['GST', 'boolean'],
  ],
  'Extra listing item': [
    ['ID', 'integer'],
    ['Question', 'string'],
    ['Searchable', 'boolean'],
    ['SearchName', 'string'],
    ['AdminOnly', 'boolean'],
    ['AnswerType', 'integer'],
    ['Options', 'array of string'],
  ],
};
const [base, pay, user] = ['membership of a v1 member', 'payment', 'User'].map(
  (name) => resources[name] ?? [],
) as [[string, string][], [string, string][], [string, string][]];
resources['Membership'] = [...base, ['User', 'User'], ...pay];
// The extensions of docs/decisions.md 21 come last.
const own: [string, string][] = [
  ['Checked', 'boolean'],
  ['Expired', 'boolean'],
  ['Parent', 'null'],
];
resources['own membership'] = [...base, ...pay, ...own];
resources['CorporateMembership'] = [...base, ...pay, ['MembershipName', 'string'], ...own];
resources['v1 member'] = [
  ...user,
  ['Membership', 'membership of a v1 member'],
  ...pay,
  ['Committee', 'Committee data'],
];
resources['Logged-in user'] = [
  ...user,
  ['Membership', 'own membership'],
  ['CorporateMemberships', 'array of CorporateMembership'],
  ['CommitteeMemberships', 'Committee data'],
  ['ID', 'string'],
];
resources['Location'] = [
  ...['ID', 'Email', 'Name', 'Address', 'Suburb', 'State', 'Country', 'Postcode', 'FullPhone'].map(
    (field): [string, string] => [field, 'string'],
  ),
  ['Website', 'string, address, or null'],
  ['Geolocation', '{Lat: string, Lng: string}'],
  ['Membership', 'Membership'],
  ['Distance', 'string, numeric'],
];

const isText = (value: unknown) => typeof value === 'string';
const isAnswer = (value: unknown) =>
  isObject(value) &&
  String(Object.keys(value)) === 'ID,Question,Answer' &&
  Object.values(value).every(isText);
const matches = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value);
const orNull = (check: (value: unknown) => boolean) => (value: unknown) => value === null || check(value);
const texts = (fields: string) => (value: unknown) =>
  isObject(value) && String(Object.keys(value)) === fields && Object.values(value).every(isText);
const isAddon = (value: unknown) =>
  isObject(value) &&
  String(Object.keys(value)) === 'Quantity,Addon,ExpiryDate,Extras' &&
  isText(value['Quantity']) &&
  texts('ID,Name,Description,Cost')(value['Addon']) &&
  Array.isArray(value['Extras']);
const types: Record<string, (value: unknown) => boolean> = {
  string: isText,
  'string or null': orNull(isText),
  'string (e-mail address)': matches(/^\S+@\S+$/),
  'string, decimal amount': matches(/^\d+\.\d{2}$/),
  'string, decimal with three decimal places': matches(/^\d+\.\d{3}$/),
  'string, numeric': matches(/^\d+\.\d{3}$/),
  'string, date, or null': orNull(matches(/^\d{4}-\d{2}-\d{2}$/)),
  'string, currency code': matches(/^[A-Z]{3}$/),
  'string, address, or null': orNull(matches(/^https?:\/\//)),
  'financial, expired, expiring or outstanding': matches(/^(financial|expired|expiring|outstanding)$/),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  'array of string': (value) => Array.isArray(value) && value.every(isText),
  'array of {ID: string, Question: string, Answer: string}': (value) =>
    Array.isArray(value) && value.every(isAnswer),
  'array of held addons': (value) => Array.isArray(value) && value.every(isAddon),
  '{ID: string, Name: string} or null': orNull(texts('ID,Name')),
  '{Lat: string, Lng: string}': texts('Lat,Lng'),
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The record must have the fields of the resource, in order and of the right type. */
export function expectResource(name: string, record: unknown): void {
  const fields = resources[name] ?? [];
  if (!isObject(record)) throw new Error(`${name} is no object`);
  expect([name, Object.keys(record)]).toEqual([name, fields.map(([field]) => field)]);
  for (const [field, type] of fields) {
    const value = record[field];
    const ofElements = type.replace('array of ', '');
    if (type in resources) expectResource(type, value);
    else if (ofElements in resources)
      for (const element of value as unknown[]) expectResource(ofElements, element);
    else expect([name, field, type, value, types[type]?.(value)]).toEqual([name, field, type, value, true]);
  }
}
