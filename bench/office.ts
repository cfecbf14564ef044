/**
 * Measures how soon the office gets its list of members: `npm run bench:office [-- MEMBERS]`. The list has 100,000
 * members by default. The benchmark runs on SQLite, and on PostgreSQL if TEST_POSTGRES_URL names a server. For each
 * query, it prints the median and the longest response time of the API. Target: 100 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { officeMembersSchema } from '@/lib/contract/office-members';
import { openStore } from '@/lib/store/database';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { report } from './report';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';

const count = Number(process.argv[2] ?? 100_000);
const rounds = 15;

/** Each query has its name, its caller and its parameters. */
const questions: [string, 'secretary' | 'officer' | 'reader', string][] = [
  ['first page', 'secretary', ''],
  ['by last day, from the end', 'secretary', 'Sort=-expiry'],
  ['one name', 'secretary', 'Search=last4711'],
  ['a beginning that a tenth have', 'secretary', 'Search=last1'],
  ['a letter that everybody has', 'secretary', 'Search=l'],
  ['three letters', 'secretary', 'Search=las'],
  ['two common words', 'secretary', 'Search=first1+geelong'],
  ['an email address', 'secretary', 'Search=member77777%40members.example'],
  ['words that never occur together', 'secretary', 'Search=geelong+hobart'],
  ['words of open fields that never occur together', 'reader', 'Search=geelong+hobart'],
  ['two common words of open fields', 'reader', 'Search=first1+geelong'],
  ['a common word of hidden fields', 'reader', 'Search=main'],
  ['ended, of one chapter', 'secretary', 'Status=expired&Chapter=2'],
  ['not approved', 'secretary', 'Approved=false'],
  ['without an email address', 'secretary', 'HasEmail=false'],
  ['one suburb', 'secretary', 'Suburb=hob'],
  ['the beginnings of two names', 'secretary', 'FirstName=first99&LastName=last9'],
  ['a beginning of an address that nobody has', 'secretary', 'Email=nobody'],
  ['a number', 'secretary', 'MembershipNumber=m-4711'],
  ['a phone', 'secretary', 'Phone=04100777'],
  ['a beginning that all phones have', 'secretary', 'Phone=04'],
  ['a street of one house in 200', 'secretary', 'Street=77+main'],
  [
    'a suburb and a street that never occur together',
    'secretary',
    'Suburb=hobart&Street=1&MailingAddress=box',
  ],
  ['a title that everybody has', 'secretary', 'Title=dr'],
  ['who owes most', 'secretary', 'OwedFrom=499'],
  ['who owes something', 'secretary', 'OwedFrom=0.01'],
  ['on a committee', 'secretary', 'Committee=any'],
  ['an option that half have chosen', 'secretary', 'Answer[11]=Yes'],
  ['a word of an answer', 'secretary', 'Answer[13]=note777'],
  ['joined in one year, with an addon', 'secretary', 'JoinedFrom=2020-01-01&JoinedTo=2020-12-31&Addon=1'],
  ['an officer’s members', 'officer', ''],
];

const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
try {
  await measureStore('sqlite', null);
  const server = process.env.TEST_POSTGRES_URL;
  const database = server ? await createTestDatabase(server) : null;
  if (database !== null) await measureStore('postgres', database.url).finally(() => database.remove());
} finally {
  rmSync(dataDir, { recursive: true });
}

async function measureStore(engine: string, postgresUrl: string | null): Promise<void> {
  const store = await openStore({ dataDir, postgresUrl });
  try {
    const office = await startTestOffice(store, 1, dataDir);
    const started = performance.now();
    await office.write(async (writer) => {
      await writer.expectMembers(count);
      for (let id = 8; id <= count; id += 1) await writer.memberships.put(member(id));
      const seat = { chapterId: null, startsOn: null, endsOn: null };
      for (let id = 100; id <= Math.min(count, 5000); id += 100) await writer.committees.put(id, [seat]);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${engine}: ${count} members, written in ${seconds} s`);
    for (const question of questions) console.log(`  ${await measure(office, engine, question)}`);
  } finally {
    await store.close();
  }
}

function member(id: number) {
  const isInHobart = id % 3 === 0;
  const address = {
    address: `${id % 200} Main Street`,
    suburb: isInHobart ? 'Hobart' : 'Geelong',
    postcode: String(3000 + (id % 900)),
    state: isInHobart ? 'TAS' : 'VIC',
    country: 'Australia',
  };
  return sampleMember(
    id,
    {
      chapterId: isInHobart ? 2 : 1,
      typeId: id % 5 === 0 ? 3 : 1,
      categoryIds: id % 4 === 0 ? [1] : [],
      expiryDate: `20${20 + (id % 15)}-06-30`,
      isApproved: id % 500 !== 0,
      amountOutstandingThousandths: id % 7 === 0 ? (id % 500) * 1000 : 0,
      answers: [
        { extraId: 11, answer: id % 2 === 0 ? 'Yes' : 'No' },
        ...(id % 10 === 0 ? [{ extraId: 13, answer: `note${id} of the office` }] : []),
      ],
    },
    {
      firstName: `First${id % 997}`,
      lastName: `Last${id}`,
      email: id % 1000 === 0 ? '' : `member${id}@members.example`,
      mobile: `04${10_000_000 + id}`,
      address,
    },
  );
}

async function measure(
  office: TestOffice,
  engine: string,
  [name, role, query]: (typeof questions)[number],
): Promise<string> {
  const token = await office.ownToken({ personId: officePeople[role] });
  const times: number[] = [];
  let found: number | null = 0;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const response = await office.office('GET', `members?${query}`, { token });
    const body: unknown = await response.json();
    times.push(performance.now() - started);
    found = officeMembersSchema.parse(body).Count;
  }
  times.sort((a, b) => a - b);
  report(`office, ${name}`, engine === 'sqlite' ? 'SQLite' : 'PostgreSQL', { ms: times.at(-1) ?? NaN });
  const shown = (time: number | undefined) => `${(time ?? 0).toFixed(0).padStart(5)} ms`;
  return `${shown(times[Math.floor(rounds / 2)])}, slowest ${shown(times.at(-1))}  ${name} (${found ?? 'more than 1,000'})`;
}
