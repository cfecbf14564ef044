import { randomInt } from 'node:crypto';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateInZone, type Clock } from '@/lib/clock';
import { createAreaCentre } from '../import/area-centre';
import { setPassword } from '../accounts/passwords';
import { createClient } from '../oauth/clients';
import { demonstrationId } from '../site';
import type { Store } from '../store/database';
import { withMembersWriter } from '../store/write';
import { createDemonstration, type Demonstration } from './demonstration';
import {
  addons,
  categories,
  chapters,
  demonstrationOrganisation,
  extras,
  membershipTypes,
} from './structure';

/** How to sign in to the demonstration and call its API: the content of `DATA_DIR/demo-credentials.json`. */
export interface DemonstrationCredentials {
  organisationId: number;
  apiClient: { id: string; secret: string };
  members: { email: string; password: string; description: string }[];
}

/**
 * Writes the demonstration's organisation with its members, makes an API client and passwords at random, and keeps
 * them in `demo-credentials.json`, which only its owner can read. Again on the same store: members as of today, new
 * passwords, one more client.
 */
export async function loadDemonstration(options: {
  store: Store;
  clock: Clock;
  /** The public address of the site, without a trailing slash. */
  baseUrl: string;
  dataDir: string;
}): Promise<DemonstrationCredentials> {
  const { store, clock, baseUrl, dataDir } = options;
  const organisation = demonstrationOrganisation(baseUrl);
  const demonstration = createDemonstration(dateInZone(clock(), organisation.timeZone));
  const writerOptions = { organisationId: demonstrationId, clock, areaCentre: createAreaCentre(dataDir) };
  await withMembersWriter(store, writerOptions, async (writer) => {
    await writer.putOrganisation(organisation);
    await writer.putExtras(extras);
    await writer.putMembershipTypes(membershipTypes);
    await writer.putCategories(categories);
    await writer.putChapters(chapters);
    await writer.putAddons(addons);
    for (const member of demonstration.members) await writer.putMember(member);
    const seated = new Set(demonstration.seats.map(({ personId }) => personId));
    for (const personId of seated) {
      await writer.putCommitteeSeats(
        personId,
        demonstration.seats.filter((seat) => seat.personId === personId),
      );
    }
  });
  const credentials = await issueCredentials(store, clock, demonstration);
  keepCredentials(dataDir, credentials);
  return credentials;
}

async function issueCredentials(
  store: Store,
  clock: Clock,
  { cast }: Demonstration,
): Promise<DemonstrationCredentials> {
  const { id, secret } = await createClient(
    store,
    { organisationId: demonstrationId, name: 'Demonstration', scopes: ['basic', 'members', 'user'] },
    clock(),
  );
  if (secret === null) throw new Error('a confidential client has a secret');
  const members = [];
  for (const { person, shows } of cast) {
    const password = readablePassword();
    await setPassword(store, { organisationId: demonstrationId, personId: person.id, password }, clock());
    const description = `${person.firstName} ${person.lastName}: ${shows.charAt(0).toLowerCase()}${shows.slice(1)}`;
    members.push({ email: person.email, password, description });
  }
  return { organisationId: demonstrationId, apiClient: { id, secret }, members };
}

/** 62 bits in three groups, easily read aloud: no letter or digit that looks like another. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${group()}-${group()}-${group()}`;
}

/** Whole or not at all: a reader never sees half a file. */
function keepCredentials(dataDir: string, credentials: DemonstrationCredentials): void {
  const file = join(dataDir, 'demo-credentials.json');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
