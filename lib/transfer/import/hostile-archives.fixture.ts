/**
 * An import must refuse each of these harmful changes to the demonstration's export. Each entry names the column and
 * the reason of the first problem that its change causes.
 */
export type Json = Record<string, unknown>;

/** @throws Error if the export has no such list */
export function listOf(json: Json, name: string): Json[] {
  const list = json[name];
  if (!Array.isArray(list)) throw new Error(`${name} is no list`);
  return list.map(toJson);
}

function toJson(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new Error(`${String(value)} is no record`);
  // A list counts as an object here: its indexes are the property names.
  return value as Json;
}

/**
 * Finds a record in the archive and may change the record.
 * @returns the record
 */
type Change = (archive: Json) => Json;

function memberWith(matches: (member: Json) => boolean): Change {
  return (archive) => {
    const found = listOf(archive, 'Memberships').find(matches);
    if (found === undefined) throw new Error('the demonstration has no such member');
    return found;
  };
}

function hasSome(list: string): Change {
  return memberWith((member) => listOf(member, list).length > 0);
}

const firm = memberWith(({ Kind }) => Kind === 'corporate');
const placed = hasSome('Locations');
const withAddon = hasSome('Addons');
const withAnswers = hasSome('Extras');
const single = memberWith(({ Kind, ParentID }) => Kind === 'individual' && ParentID === null);
const child = memberWith(({ ParentID }) => ParentID !== null);

function set(find: Change, path: string, value: unknown): Change {
  return (archive) => {
    const record = find(archive);
    const names = path.split('.');
    const last = names.pop() ?? '';
    const inner = names.reduce((object, name) => toJson(object[name]), record);
    if (value === undefined) delete inner[last];
    else inner[last] = value;
    return record;
  };
}

const at =
  (list: string, index: number): Change =>
  (archive) =>
    toJson(listOf(archive, list)[index]);
const settings: Change = (archive) => toJson(archive.Organisation);
const big = 2 ** 53 - 1;
const images = '<img src="data:image/png;base64,AAAA">'.repeat(7500);

export const hostileChanges: [title: string, change: Change, column: string, reason: string][] = [
  ['an unknown time zone', set(settings, 'TimeZone', 'Mars/Olympus'), 'Organisation.TimeZone', 'time zone'],
  ['an empty time zone', set(settings, 'TimeZone', ''), 'Organisation.TimeZone', 'time zone'],
  ['far too many days of notice', set(settings, 'NoticeDays', big), 'Organisation.NoticeDays', '0 to 366'],
  ['days of notice below zero', set(settings, 'NoticeDays', -1), 'Organisation.NoticeDays', '0 to 366'],
  ['half a day of notice', set(settings, 'NoticeDays', 0.5), 'Organisation.NoticeDays', '0 to 366'],
  ['no days of notice', set(settings, 'NoticeDays', null), 'Organisation.NoticeDays', '0 to 366'],
  ['a logo that runs code', set(settings, 'LogoURL', 'javascript:alert(1)'), 'Organisation.LogoURL', 'http'],
  ['a logo in itself', set(settings, 'LogoURL', 'data:image/svg+xml,x'), 'Organisation.LogoURL', 'http'],
  ['a logo that is no address', set(settings, 'LogoURL', 'https://'), 'Organisation.LogoURL', 'http'],
  [
    'a payment template that runs code',
    set(settings, 'PaymentURLTemplate', 'javascript:pay({ID})'),
    'Organisation.PaymentURLTemplate',
    'http',
  ],
  [
    'a colour with style',
    set(settings, 'Colour', 'red;x:url(//e.example)'),
    'Organisation.Colour',
    '#rrggbb',
  ],
  ['a currency in words', set(settings, 'Currency', 'dollars'), 'Organisation.Currency', 'three letters'],
  [
    'a status that there is not',
    set(settings, 'ListedStatuses', ['paid']),
    'Organisation.ListedStatuses[0]',
    'financial',
  ],
  [
    'statuses as one text',
    set(settings, 'ListedStatuses', 'financial'),
    'Organisation.ListedStatuses',
    'list',
  ],
  ['no name of the organisation', set(settings, 'Name', ' '), 'Organisation.Name', 'empty'],
  ['a setting that there is not', set(settings, 'Admin', true), 'Organisation.Admin', 'not a known field'],
  ['a setting left out', set(settings, 'Country', undefined), 'Organisation.Country', 'missing'],
  ['a very large ID of a category', set(at('Categories', 1), 'ID', big), 'Categories[1].ID', 'whole number'],
  ['an ID of a category below zero', set(at('Categories', 1), 'ID', -4), 'Categories[1].ID', 'whole number'],
  ['an ID of a category as text', set(at('Categories', 1), 'ID', '2'), 'Categories[1].ID', 'whole number'],
  ['an ID of a category that is broken', set(at('Categories', 1), 'ID', 1.5), 'Categories[1].ID', 'whole'],
  ['an ID of a category twice', set(at('Categories', 1), 'ID', 1), 'Categories[1].ID', 'twice'],
  [
    'a category of 280 kB of images',
    set(at('Categories', 0), 'Description', images),
    'Categories[0].Description',
    'at most 10000',
  ],
  ['a very large ID of a type', set(at('MembershipTypes', 0), 'ID', big), 'MembershipTypes[0].ID', 'whole'],
  [
    'a type of 280 kB of images',
    set(at('MembershipTypes', 0), 'Description', images),
    'MembershipTypes[0].Description',
    'at most 10000',
  ],
  [
    'a cost of 400 digits',
    set(at('MembershipTypes', 0), 'Cost', `${'9'.repeat(400)}.00`),
    'MembershipTypes[0].Cost',
    'amount',
  ],
  ['a cost below zero', set(at('Addons', 0), 'Cost', '-1.00'), 'Addons[0].Cost', 'amount'],
  ['a cost as a number', set(at('Addons', 0), 'Cost', 30), 'Addons[0].Cost', 'amount'],
  [
    'a type that asks an extra that there is not',
    set(at('MembershipTypes', 0), 'Extras', [98765]),
    'MembershipTypes[0].Extras[0]',
    'there is no extra 98765',
  ],
  ['an unknown type of answer', set(at('Extras', 0), 'AnswerType', 9), 'Extras[0].AnswerType', '0 to 5'],
  ['options that are no text', set(at('Extras', 0), 'Options', [{}]), 'Extras[0].Options[0]', 'text'],
  ['a flag as text', set(at('Extras', 0), 'AdminOnly', 'false'), 'Extras[0].AdminOnly', 'true or false'],
  ['a chapter without a name', set(at('Chapters', 0), 'Name', ''), 'Chapters[0].Name', 'empty'],
  [
    'a seat of nobody',
    set(at('CommitteeSeats', 0), 'PersonID', '987654'),
    'CommitteeSeats[0].PersonID',
    'there is no person 987654',
  ],
  [
    'a seat of a chapter that there is not',
    set(at('CommitteeSeats', 0), 'ChapterID', '98765'),
    'CommitteeSeats[0].ChapterID',
    'there is no chapter 98765',
  ],
  [
    'a seat from no day',
    set(at('CommitteeSeats', 0), 'StartsOn', '2026-02-31'),
    'CommitteeSeats[0].StartsOn',
    'date',
  ],
  ['a very large ID of a membership', set(single, 'ID', String(big)), 'ID', 'whole number'],
  ['an ID of a membership as a number', set(single, 'ID', 5), 'ID', 'quotation marks'],
  ['an ID of a membership with a sign', set(single, 'ID', '+5'), 'ID', 'whole number'],
  ['a very large ID of a person', set(single, 'User.ID', String(big)), 'User.ID', 'whole number'],
  ['the text NaN as an ID', set(single, 'User.ID', 'NaN'), 'User.ID', 'whole number'],
  [
    'a membership that is its own parent',
    (all) => set(single, 'ParentID', single(all).ID)(all),
    'ParentID',
    'itself',
  ],
  ['a parent that there is not', set(child, 'ParentID', '987654'), 'ParentID', 'there is no membership'],
  [
    'a parent that is a person',
    (all) => set(child, 'ParentID', single(all).ID)(all),
    'ParentID',
    'must be a corporate membership',
  ],
  [
    'two firms that are part of each other',
    (all) => {
      const [first, second] = listOf(all, 'Memberships').filter(({ Kind }) => Kind === 'corporate');
      Object.assign(toJson(second), { ParentID: toJson(first).ID });
      return Object.assign(toJson(first), { ParentID: toJson(second).ID });
    },
    'ParentID',
    'corporate membership cannot be part of another',
  ],
  [
    'a type that there is not',
    set(single, 'MembershipType.ID', '98765'),
    'MembershipType.ID',
    'no type 98765',
  ],
  ['no type', set(single, 'MembershipType', null), 'MembershipType', 'object'],
  [
    'a chapter that there is not',
    set(single, 'Chapter', { ID: '98765', Name: 'Moon' }),
    'Chapter.ID',
    'there is no chapter 98765',
  ],
  ['a category that there is not', set(single, 'Categories', [98765]), 'Categories[0]', 'no category 98765'],
  ['a category twice', set(single, 'Categories', [1, 1]), 'Categories[1]', 'twice'],
  [
    'an addon that there is not',
    set(withAddon, 'Addons.0.Addon.ID', '98765'),
    'Addons[0].Addon.ID',
    'no addon',
  ],
  ['a million addons', set(withAddon, 'Addons.0.Quantity', '1000000'), 'Addons[0].Quantity', '1 to 999999'],
  [
    'an answer to no extra',
    set(withAnswers, 'Extras.0.ID', '98765'),
    'Extras[0].ID',
    'there is no extra 98765',
  ],
  [
    'an amount of 400 digits',
    set(single, 'AmountOutstanding', `${'9'.repeat(400)}.000`),
    'AmountOutstanding',
    'amount',
  ],
  ['the text NaN as an amount', set(single, 'AmountOutstanding', 'NaN'), 'AmountOutstanding', 'amount'],
  ['an amount with an exponent', set(single, 'AmountOutstanding', '1e9'), 'AmountOutstanding', 'amount'],
  ['a last day that there is not', set(single, 'ExpiryDate', '2026-02-30'), 'ExpiryDate', 'date'],
  ['a last day of MySQL', set(single, 'ExpiryDate', '0000-00-00'), 'ExpiryDate', 'date'],
  ['a year of five digits', set(single, 'JoiningDate', '12026-01-01'), 'JoiningDate', 'date'],
  ['a payment address that runs code', set(single, 'PaymentURL', 'javascript:pay()'), 'PaymentURL', 'http'],
  ['an invoice in a file', set(single, 'InvoiceURL', 'file:///etc/passwd'), 'InvoiceURL', 'http'],
  [
    'latitude 1e400',
    set(placed, 'Locations.0.Geolocation.Lat', '1e400'),
    'Locations[0].Geolocation.Lat',
    'degrees',
  ],
  [
    'latitude 91',
    set(placed, 'Locations.0.Geolocation.Lat', '91'),
    'Locations[0].Geolocation.Lat',
    '-90 to 90',
  ],
  [
    'longitude −5000',
    set(placed, 'Locations.0.Geolocation.Lng', '-5000'),
    'Locations[0].Geolocation.Lng',
    'degrees',
  ],
  [
    'longitude 180.1',
    set(placed, 'Locations.0.Geolocation.Lng', '180.1'),
    'Locations[0].Geolocation.Lng',
    '-180 to 180',
  ],
  [
    'the text Infinity',
    set(placed, 'Locations.0.Geolocation.Lng', 'Infinity'),
    'Locations[0].Geolocation.Lng',
    'degrees',
  ],
  ['no point', set(placed, 'Locations.0.Geolocation', undefined), 'Locations[0].Geolocation', 'missing'],
  [
    'a website that runs code',
    set(placed, 'Locations.0.Website', 'javascript:a()'),
    'Locations[0].Website',
    'http',
  ],
  [
    'a precision that there is not',
    set(placed, 'Locations.0.Precision', 'street'),
    'Locations[0].Precision',
    'exact, suburb',
  ],
  [
    'the location of another member',
    (all) => {
      const [first, second] = listOf(all, 'Memberships').filter((one) => listOf(one, 'Locations').length > 0);
      const [location] = listOf(toJson(first), 'Locations');
      return set(() => toJson(second), 'Locations.0.ID', location?.ID)(all);
    },
    'Locations[0].ID',
    'twice',
  ],
  ['a NUL in a name', set(single, 'User.LastName', 'Smi\u0000th'), 'User.LastName', 'control character'],
  [
    'a name of 5,000 letters',
    set(single, 'User.FirstName', 'x'.repeat(5000)),
    'User.FirstName',
    'at most 300',
  ],
  ['two email addresses', set(single, 'User.Email', 'a@b.example, c@d.example'), 'User.Email', 'one email'],
  [
    'an email address with a header',
    set(single, 'User.Email', 'a@b.example\nBcc: c@d.example'),
    'User.Email',
    'one email',
  ],
  ['no person', set(firm, 'User', undefined), 'User', 'missing'],
  ['a person in a list', set(firm, 'User', []), 'User', 'object'],
  ['a misspelt field', set(single, 'ExpireDate', '2026-01-01'), 'ExpireDate', 'not a known field'],
  ['a kind that there is not', set(firm, 'Kind', 'Corporate'), 'Kind', 'individual, corporate'],
  [
    'a choice that there is not',
    set(single, 'Directory.Show', ['Password']),
    'Directory.Show[0]',
    'FirstName',
  ],
  ['an approval in words', set(single, 'Checked', 'no'), 'Checked', 'true or false'],
  [
    'a person who is two different people',
    (all) => {
      const own = firm(all);
      own.User = { ...toJson(own.User), ID: toJson(single(all).User).ID };
      return own;
    },
    'User',
    'differs from the same person',
  ],
];

export const hostileTexts: [title: string, change: (text: string) => string, message: RegExp][] = [
  ['a bare NaN', (text) => text.replace(/"NoticeDays":\d+/, '"NoticeDays":NaN'), /not valid JSON: line 2\b/],
  [
    'a bare NaN in a member',
    (text) => text.replace(/"Lat":"[^"]*"/, '"Lat":NaN'),
    /not valid JSON: line \d+/,
  ],
  ['a NUL', (text) => text.replace('"LastName":"', '"LastName":"\u0000'), /not (valid JSON|a text file)/],
  ['half a file', (text) => text.slice(0, 60_000), /not valid JSON: line \d+/],
  [
    'memberships that are no list',
    (text) => text.replace(/"Memberships":\[[^]*\]\}/, '"Memberships":{}}'),
    /Memberships must be a list/,
  ],
  [
    'another format',
    (text) => text.replace(/chapterhouse-\d/, 'members-1'),
    /Format must be "chapterhouse-1" or "chapterhouse-2"/,
  ],
];
