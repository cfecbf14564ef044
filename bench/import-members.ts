import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { clusteredMember } from '@/lib/service/clustered-members.fixture';
import type { Installation } from '../e2e/installation';
import { storeClusteredMembers } from './clustered-store';
import { reportUsage } from './usage';

const columns = [
  ...[
    'Number',
    'Title',
    'FirstName',
    'LastName',
    'Email',
    'Organisation',
    'Address',
    'Suburb',
    'State',
    'Postcode',
  ],
  ...[
    'Country',
    'Phone',
    'WorkPhone',
    'Mobile',
    'MembershipType',
    'Chapter',
    'Categories',
    'JoiningDate',
    'ExpiryDate',
  ],
  ...['Currency', 'LocationName', 'LocationAddress', 'LocationSuburb', 'LocationState', 'LocationPostcode'],
  ...['LocationCountry', 'Latitude', 'Longitude'],
];

/** Imports members into a new organisation with ID 1. */
export async function importMembers(
  installation: Installation,
  { count, postgresUrl }: { count: number; postgresUrl: string | null },
) {
  await storeClusteredMembers({ dataDir: installation.dataDir, postgresUrl }, 0);
  const file = join(installation.dataDir, 'members.csv');
  await writeMembers(file, count);
  const usage = reportUsage(installation);
  const database: Record<string, string> = postgresUrl === null ? {} : { DATABASE_URL: postgresUrl };
  installation.chapterhouse(['import', file, '--organisation', '1'], { ...usage.env, ...database });
  return usage.read('chapterhouse.mjs');
}

/** Writes a file for `chapterhouse import` with 28 columns. The members are clustered in cities. */
export async function writeMembers(file: string, count: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(stringify([columns]));
  for (let id = 1; id <= count; id += 1) {
    if (!out.write(stringify([toRow(id)]))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function toRow(id: number): (string | number | null)[] {
  const { person, membership } = clusteredMember(id);
  const { address, suburb, state, postcode, country } = person.address;
  const [place] = membership.locations;
  return [
    ...[membership.membershipNumber, person.title, person.firstName, person.lastName, person.email],
    ...[person.organisation, address, suburb, state, postcode, country],
    ...[person.phone, person.workPhone, person.mobile],
    `Type ${membership.typeId}`,
    `Chapter ${membership.chapterId}`,
    membership.categoryIds.map((category) => `Field ${category}`).join(';'),
    ...[membership.joiningDate, membership.expiryDate, membership.currency],
    ...[place?.name ?? '', place?.address ?? '', place?.suburb ?? '', place?.state ?? ''],
    ...[place?.postcode ?? '', place?.country ?? '', place?.latitude ?? '', place?.longitude ?? ''],
  ];
}
