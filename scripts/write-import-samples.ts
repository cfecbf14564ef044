/**
 * Writes the sample files of the import's tests, and the expected result of each file. The files have invented members,
 * in the formats in which other systems export them. The columns have the systems' names, in the systems' order.
 * @see https://support.wildapricot.com/hc/en-us/articles/24302973314061-Bulk-changes-through-importing
 * @see https://github.com/civicrm/civicrm-core/blob/master/tests/phpunit/CRM/Export/BAO/ExportTest.php
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Standing } from '../lib/contract/words';
import { seededRandom } from '../lib/base/seeded-random';

const folder = join(import.meta.dirname, '../lib/transfer/import/samples');

/** The correct result for a member. This script computes the result itself, without the import. */
interface Expected {
  name: string;
  /** `left out`: the import makes no membership from the row. */
  standing: 'current' | 'expired' | 'not approved' | 'left out' | Exclude<Standing, 'none'>;
  lastDay: string;
  /** The amount in the smallest common unit, such as cents. A credit is negative. */
  owedCents: number;
  phone: string;
  postcode: string;
  /** The name of the company whose membership the member shares. */
  firm?: string;
  /** The column that the import reports, if the row is doubtful or unreadable. */
  reported: string;
  /** The fields to which the import adds their lost leading zero. */
  restored?: string;
}

const firstNames =
  'Ada Alan Amélie Anaïs Aroha Bilal Björn Carmen Chidi Chloé Dara Declan Elif Emil Fatima Fiona Gwen Hana Hugo Ines Iris Ivo Jack Jürgen Keiko Lars Leila Luca Mads Maeve Maren Mateo Nadia Nils Noor Olga Otto Pablo Petra Quentin Rania Renée Rosa Ruth Samir Selma Søren Tariq Thea Uma Viktor Wanda Xavier Yara Yusuf Zoë'.split(
    ' ',
  );
const lastNames =
  "Abbott Ahmadi Andersson Baptiste Bauer Bianchi Brandt Castillo Chen D'Angelo Delacroix Duarte Eriksen Faulkner Fernández Gallagher Grünwald Haddad Hansen Ibáñez Ito Jansen Kaya Keane Kowalczyk Laurent Lindqvist López Mbeki McAllister Moreau Müller Nakamura Ngata Novák O'Brien Okafor Olsen Pereira Petrov Quinn Rasmussen Reyes Rossi Santos Schäfer Singh Sørensen Tanaka Tuilagi Ünal Vasquez Voss Walsh Weaver Yilmaz Zhang".split(
    ' ',
  );
const words = (text: string) => text.split('|');

function createPeople(seed: number) {
  const random = seededRandom(seed);
  const whole = (count: number) => Math.floor(random() * count);
  const pick = <T>(values: readonly T[]): T => values[whole(values.length)] as T;
  const names = new Set<string>();
  const person = () => {
    for (;;) {
      const [first, last] = [pick(firstNames), pick(lastNames)];
      if (names.has(first + last)) continue;
      names.add(first + last);
      return { first, last, email: `${mailName(first)}.${mailName(last)}@example.org` };
    }
  };
  return { whole, pick, person, chance: (share: number) => random() < share };
}

function mailName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

const two = (value: number) => String(value).padStart(2, '0');

/** The association's year ends with June. `years`: the number of years from June 2026. */
const endOfYear = (years: number) => `${2026 + years}-06-30`;

const american = (iso: string) => iso.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
const dayFirst = (iso: string) => iso.replace(/^(\d+)-(\d+)-(\d+)$/, '$3/$2/$1');

function write(name: string, content: string | Buffer, expected: (Expected & { line: number })[]): void {
  writeFileSync(join(folder, name), content);
  const columns = words('line|name|standing|lastDay|owedCents|phone|postcode|firm|reported|restored');
  const text = stringify(expected, { header: true, columns });
  writeFileSync(join(folder, name.replace(/\.csv$/, '.expected.csv')), text);
}

/** All members of a club in the United States, as its site exports them. */
function writeWildApricot(): void {
  const { whole, pick, person, chance } = createPeople(11);
  const levels = words('Individual|Student|Retired|Supporting business');
  const towns = words('Ann Arbor,MI,48103|Bangor,ME,04401|Newark,NJ,07102|Toledo,OH,43604|Boise,ID,83702');
  const rows: Record<string, string>[] = [];
  const expected: (Expected & { line: number })[] = [];
  for (let index = 0; index < 540; index += 1) {
    const { first, last, email } = person();
    const [city = '', state = '', zip = ''] = pick(towns).split(',');
    const level = index % 45 === 7 ? 'Life' : pick(levels);
    const kind = index % 30;
    const isContact = kind === 29;
    const isArchived = kind === 28;
    const isFormer = kind === 27;
    const status =
      kind === 24
        ? 'Pending - New'
        : kind === 25
          ? 'Pending - Renewal'
          : kind > 19 && kind < 24
            ? 'Lapsed'
            : 'Active';
    // Two members were set to lapsed by hand before their last day.
    const isEarly = index === 20 || index === 320;
    const lastDay =
      level === 'Life'
        ? ''
        : status === 'Lapsed' && !isEarly
          ? endOfYear(-1 - whole(3))
          : endOfYear(whole(2));
    const owedCents = status === 'Pending - New' ? 6500 : index % 50 === 3 ? -2000 : chance(0.05) ? 6500 : 0;
    const joined = `${2005 + whole(20)}-${two(1 + whole(12))}-${two(1 + whole(28))}`;
    const isCouple = index === 100 || index === 400;
    const given = isCouple ? `${first} & ${pick(firstNames)}` : first;
    const phone = chance(0.8) ? `(555) 01${two(whole(100))}-${two(whole(100))}${two(whole(100))}` : '';
    const business =
      level === 'Supporting business' ? `${last} ${pick(words('Outfitters|Bakery|Press|Cycles'))}, Inc.` : '';
    rows.push({
      'User ID': String(61_000_000 + index * 37),
      'First name': given,
      'Last name': last,
      Organization: business,
      Email: email,
      Phone: phone,
      Address: `${1 + whole(900)} ${pick(words('Maple St|N 4th Ave|Lake Rd, Apt 3|Elm Ct'))}`,
      City: city,
      'Province/State': state,
      'Postal code': zip,
      'Group participation': pick(words('||Trail crew|Trail crew,Newsletter')),
      Archived: isArchived ? 'yes' : 'no',
      'Subscribed to emails': 'yes',
      'Subscription source': '',
      'Opted in': '',
      'Event announcements': 'yes',
      'Member emails and newsletters': 'yes',
      'Administration access': '',
      'Created on': `${american(joined)} 9:14 AM`,
      'Profile last updated': '02/11/2026 4:02 PM',
      'Last login': chance(0.5) ? '02/11/2026 4:01 PM' : '',
      'Updated by': '',
      Balance: owedCents < 0 ? `-$${(-owedCents / 100).toFixed(2)}` : `$${(owedCents / 100).toFixed(2)}`,
      'Total donated': '$0.00',
      'Membership enabled': isContact || isFormer ? 'no' : 'yes',
      'Membership level': isContact ? '' : level,
      'Membership status': isContact ? '' : status,
      'Member since': isContact ? '' : american(joined),
      'Renewal due': isContact ? '' : lastDay === '' ? 'Never' : american(lastDay),
      'Renewal date last changed': '',
      'Level last changed': isContact ? '' : american(joined),
      'Access to profile by others': 'yes',
      'Details to show': '',
      'Photo albums enabled': 'no',
      'Member bundle ID or email': '',
      'Member role': '',
      Notes: index % 60 === 5 ? 'Called in March.\nWants the paper newsletter; see "Mail".' : '',
    });
    // The import is in the night after 1 March 2026 in the United States.
    const hasEnded = isEarly || (status === 'Lapsed' && lastDay === '');
    const isExpired = lastDay !== '' && lastDay < '2026-03-01';
    const marked = isArchived
      ? 'suspended'
      : hasEnded
        ? 'cancelled'
        : status === 'Pending - New'
          ? 'applicant'
          : isFormer
            ? 'not approved'
            : null;
    expected.push({
      line: 0,
      name: `${given} ${last}`,
      standing: isContact ? 'left out' : (marked ?? (isExpired ? 'expired' : 'current')),
      lastDay: isContact ? '' : hasEnded ? '2026-02-28' : lastDay,
      owedCents,
      phone,
      postcode: zip,
      reported: [
        isContact ? 'MembershipType' : isCouple ? 'FirstName' : '',
        !isContact && business !== '' ? 'Kind' : '',
      ]
        .filter(Boolean)
        .join(' '),
    });
  }
  const content = stringify(rows, {
    header: true,
    quoted_string: true,
    bom: true,
    record_delimiter: 'windows',
  });
  write('wild-apricot.csv', content, withLines(expected));
}

/** Adds the row of each member as a spreadsheet numbers it. */
function withLines(expected: Expected[]): (Expected & { line: number })[] {
  return expected.map((one, index) => ({ ...one, line: index + 2 }));
}

const civicrmColumns = words(
  'Contact ID|Contact Type|Contact Subtype|Do Not Email|Do Not Phone|Do Not Mail|Do Not Sms|Do Not Trade|No Bulk Emails (User Opt Out)|Legal Identifier|External Identifier|Sort Name|Display Name|Nickname|Legal Name|Image Url|Preferred Communication Method|Preferred Language|Preferred Mail Format|Contact Hash|Contact Source|First Name|Middle Name|Last Name|Individual Prefix|Individual Suffix|Formal Title|Communication Style|Email Greeting ID|Postal Greeting ID|Addressee ID|Job Title|Gender|Birth Date|Deceased|Deceased Date|Household Name|Organization Name|Sic Code|Unique ID (OpenID)|Current Employer ID|Contact is in Trash|Created Date|Modified Date|Addressee|Email Greeting|Postal Greeting|Current Employer|Location Type|Street Address|Street Number|Street Number Suffix|Street Name|Street Unit|Supplemental Address 1|Supplemental Address 2|Supplemental Address 3|City|Postal Code Suffix|Postal Code|Latitude|Longitude|Address Name|Master Address Belongs To|County|State|Country|Phone|Phone Extension|Phone Type|Email|On Hold|Use for Bulk Mail|Signature Text|Signature Html|IM Provider|IM Screen Name|OpenID|World Region|Website|Membership Type|Test|Is Pay Later|Member Since|Membership Start Date|Membership Expiration Date|Source|Membership Status|Membership ID|Primary Member ID|max_related|membership_recur_id|Campaign ID|member_is_override|member_auto_renew',
);

/** The memberships of an association in New Zealand, with the primary fields of CiviCRM. */
function writeCiviCrm(): void {
  const { whole, pick, person, chance } = createPeople(23);
  const towns = words(
    'Whangarei,0110,Northland,-35.725,174.323|Auckland,1010,Auckland,-36.848,174.763|Napier,4110,Hawke’s Bay,-39.49,176.91|Dunedin,9016,Otago,-45.878,170.502',
  );
  const statuses = words(
    'New|Current|Current|Current|Current|Current|Grace|Expired|Expired|Pending|Cancelled|Deceased',
  );
  const rows: Record<string, string>[] = [];
  const expected: Expected[] = [];
  const firms: {
    membershipId: string;
    name: string;
    contactId: string;
    lastDay: string;
    standing: Expected['standing'];
  }[] = [];
  for (let index = 0; index < 620; index += 1) {
    const { first, last, email } = person();
    const [city = '', postcode = '', region = '', latitude = '', longitude = ''] = pick(towns).split(',');
    const contactId = String(2000 + index * 3);
    const membershipId = String(900 + index);
    const isFirm = index % 40 === 0;
    // The staff of a company share its membership: CiviCRM calls their memberships inherited.
    const firm = index % 40 === 11 || index % 40 === 12 ? firms.at(-1) : undefined;
    const status = isFirm || firm ? 'Current' : pick(statuses);
    const lastDay =
      firm?.lastDay ??
      (status === 'Expired'
        ? endOfYear(-1 - whole(4))
        : status === 'Grace'
          ? '2026-01-31'
          : endOfYear(whole(2)));
    const joined = `${2008 + whole(17)}-${two(1 + whole(12))}-${two(1 + whole(28))}`;
    const name = isFirm ? `${last} ${pick(words('Physiotherapy|Sports Clinic|Rehabilitation'))} Ltd` : '';
    const phone = chance(0.85) ? `0${pick(words('3|4|9'))} 555 ${two(whole(100))}${two(whole(100))}` : '';
    const cells: Record<string, string> = {
      'Contact ID': contactId,
      'Contact Type': isFirm ? 'Organization' : 'Individual',
      'Do Not Email': '0',
      'Do Not Phone': '0',
      'Do Not Mail': '0',
      'Do Not Sms': '0',
      'Do Not Trade': '0',
      'No Bulk Emails (User Opt Out)': chance(0.1) ? '1' : '0',
      'Sort Name': isFirm ? name : `${last}, ${first}`,
      'Display Name': isFirm ? name : `${chance(0.2) ? 'Dr. ' : ''}${first} ${last}`,
      'Preferred Language': 'en_NZ',
      'Preferred Mail Format': 'Both',
      'First Name': isFirm ? '' : first,
      'Last Name': isFirm ? '' : last,
      'Communication Style': isFirm ? '' : '1',
      'Email Greeting ID': '1',
      'Job Title': isFirm ? '' : pick(words('|Physiotherapist|Lecturer')),
      Deceased: status === 'Deceased' ? '1' : '0',
      'Deceased Date': status === 'Deceased' ? '2025-08-17' : '',
      'Organization Name': isFirm ? name : (firm?.name ?? ''),
      'Current Employer ID': firm?.contactId ?? '',
      'Contact is in Trash': '',
      'Created Date': `${joined} 10:02:11`,
      'Modified Date': '2026-02-20 08:15:40',
      Addressee: isFirm ? name : `${first} ${last}`,
      'Email Greeting': isFirm ? '' : `Dear ${first}`,
      'Current Employer': firm?.name ?? '',
      'Location Type': isFirm ? 'Main' : 'Home',
      'Street Address': `${1 + whole(300)} ${pick(words('Kowhai Road|Rimu Street|Harbour View'))}`,
      City: city,
      'Postal Code': postcode,
      Latitude: latitude,
      Longitude: longitude,
      State: region,
      Country: 'New Zealand',
      Phone: phone,
      'Phone Type': phone === '' ? '' : 'Phone',
      Email: isFirm ? `office@${mailName(name)}.example.org` : email,
      'On Hold': 'No',
      'Use for Bulk Mail': '0',
      'World Region': 'Asia, Pacific',
      'Membership Type': isFirm || firm ? 'Practice' : pick(words('Full|Full|Associate|Student')),
      'Is Pay Later': '0',
      'Member Since': joined,
      'Membership Start Date': joined,
      'Membership Expiration Date': lastDay,
      'Membership Status': status,
      'Membership ID': membershipId,
      'Primary Member ID': firm?.membershipId ?? '',
      member_is_override: '0',
      member_auto_renew: '0',
    };
    rows.push(Object.fromEntries(civicrmColumns.map((column) => [column, cells[column] ?? ''])));
    const isExpired = lastDay < '2026-03-02';
    const standing: Expected['standing'] = standings[status] ?? (isExpired ? 'expired' : 'current');
    if (isFirm) firms.push({ membershipId, name, contactId, lastDay, standing });
    expected.push({
      name: isFirm ? name : `${first} ${last}`,
      standing,
      lastDay: endedOn(standing, lastDay),
      owedCents: 0,
      phone,
      postcode,
      firm: firm?.name ?? '',
      reported: '',
    });
  }
  // A contact may also have an earlier membership. It is in a separate row.
  for (const index of [13, 53, 213, 333]) {
    const [row, known] = [rows[index], expected[index]];
    if (row === undefined || known === undefined) continue;
    const earlier = { 'Membership Type': 'Student', 'Membership Expiration Date': '2019-06-30' };
    const id = String(5000 + index);
    const at = index < 100 ? 1 : rows.length;
    rows.splice(at, 0, { ...row, ...earlier, 'Membership ID': id, 'Membership Status': 'Expired' });
    const leftOut = { standing: 'left out', lastDay: '2019-06-30', restored: 'ExternalPersonID' } as const;
    expected.splice(at, 0, { ...known, ...leftOut });
  }
  write('civicrm.csv', stringify(rows, { header: true, quoted: true }), withLines(expected));
}

/**
 * A list that an Australian association keeps in a spreadsheet. An older version of the spreadsheet program on Windows
 * has saved the list as CSV.
 */
function writeSpreadsheet(): void {
  const { whole, pick, person, chance } = createPeople(42);
  const towns = words(
    'Darwin,NT,0800|Alice Springs,NT,0870|Geelong,VIC,3220|Hobart,TAS,7000|Bunbury,WA,6230',
  );
  const header =
    'Mem. no.;Surname;Given names;E-mail;Mobile;Street;Suburb;State;Postcode;Membership type;Joined;Paid to;Balance owing;Status';
  const lines = [
    'Members of the Guild of Coastal Potters;;;;;;;;;;;;;',
    ';;;;;;;;;;;;;',
    'Printed 2/03/2026;;;;;;;;;;;;;',
    header,
  ];
  const expected: (Expected & { line: number })[] = [];
  const cents = (value: number) => {
    const text = `${Math.floor(Math.abs(value) / 100)},${two(Math.abs(value) % 100)}`.replace(
      /^(\d)(\d{3}),/,
      '$1.$2,',
    );
    return value < 0 ? `-${text}` : text;
  };
  for (let index = 0; index < 460; index += 1) {
    if (index % 90 === 60) lines.push(';;;;;;;;;;;;;');
    const { first, last, email } = person();
    const [suburb = '', state = '', postcode = ''] = pick(towns).split(',');
    const isRounded = index % 70 === 33;
    const isCouple = index % 115 === 40;
    const isShort = index % 3 === 0;
    const status =
      index % 23 === 5
        ? 'Resigned'
        : index % 37 === 8
          ? 'Deceased'
          : index % 29 === 3
            ? 'Lapsed'
            : index % 41 === 6
              ? 'Pending'
              : 'Financial';
    const isLife = index % 77 === 12;
    const lastDay = isLife ? '' : status === 'Lapsed' ? endOfYear(-1) : endOfYear(whole(2));
    const owedCents = index % 19 === 2 ? -2000 : index % 17 === 4 ? 123_450 : chance(0.1) ? 8000 : 0;
    const mobile = `04${two(whole(100))} 555 ${two(whole(100))}${whole(10)}`;
    // The program reads a cell of digits as a number, and shows a long number with an exponent.
    const cell = isRounded ? '4,1255E+08' : isShort ? mobile.replaceAll(' ', '').slice(1) : mobile;
    const zip = isShort ? postcode.replace(/^0/, '') : postcode;
    const given = isCouple ? `${first} and ${pick(firstNames)}` : first;
    lines.push(
      [
        ...[
          String(index + 1),
          last,
          given,
          email,
          cell,
          `"${1 + whole(90)} Jetty Rd; Unit ${1 + whole(9)}"`,
          suburb,
          state,
          zip,
        ],
        ...[
          isLife ? 'Life member' : pick(words('Full|Full|Concession')),
          dayFirst(`${2001 + whole(24)}-${two(1 + whole(12))}-${two(1 + whole(28))}`),
        ],
        ...[dayFirst(lastDay), cents(owedCents), status],
      ].join(';'),
    );
    const isExpired = lastDay !== '' && lastDay < '2026-03-02';
    // Usually, a last day in the past shows that a member has lapsed. A lapsed life member has no last day.
    const marked = standings[status] ?? (status === 'Lapsed' && !isExpired ? 'cancelled' : null);
    const standing: Expected['standing'] = marked ?? (isExpired ? 'expired' : 'current');
    expected.push({
      line: lines.length,
      name: `${given} ${last}`,
      standing,
      lastDay: endedOn(standing, lastDay),
      owedCents,
      phone: isRounded ? '' : isShort ? mobile.replaceAll(' ', '') : mobile,
      postcode,
      reported: [isCouple ? 'FirstName' : '', isRounded ? 'Mobile' : ''].join(' ').trim(),
      restored: [zip === postcode ? '' : 'Postcode', isShort && !isRounded ? 'Mobile' : ''].join(' ').trim(),
    });
  }
  lines.push(';;;;;;;;;;;;;', `Total;${expected.length};;;;;;;;;;;;`);
  write('spreadsheet.csv', Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'), expected);
}

/** The standing that each status of these files means. Other statuses are those of members. */
const standings: Partial<Record<string, Exclude<Standing, 'none'>>> = {
  Pending: 'applicant',
  Cancelled: 'cancelled',
  Resigned: 'cancelled',
  Deceased: 'deceased',
};

/** Somebody who left before the last day leaves on the day before the import, in New Zealand and Australia. */
function endedOn(standing: Expected['standing'], lastDay: string): string {
  return standing === 'cancelled' && (lastDay === '' || lastDay >= '2026-03-02') ? '2026-03-01' : lastDay;
}

writeWildApricot();
writeCiviCrm();
writeSpreadsheet();
