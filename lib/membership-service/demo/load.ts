import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { dateInZone, type Clock } from '@/lib/clock';
import { readIfThere, writeOnce } from '@/lib/server/write-once';
import { createAreaCentre } from '../import/area-centre';
import { setPassword } from '../accounts/passwords';
import { createClient } from '../oauth/clients';
import { makeSecret } from '../oauth/secrets';
import { demonstrationId } from '../site';
import type { Store } from '../store/database';
import { withMembersWriter } from '../store/write';
import type { CastMember } from './cast';
import { createDemonstration, type Demonstration } from './demonstration';
import {
  addons,
  categories,
  chapters,
  demonstrationOrganisation,
  extras,
  membershipTypes,
} from './structure';

const credentialsFile = 'demo-credentials.json';
const credentialsSchema = z.object({
  organisationId: z.number(),
  apiClient: z.object({ id: z.string(), secret: z.string() }),
  members: z.array(z.object({ email: z.string(), password: z.string(), description: z.string() })),
});
/** How to sign in to the demonstration and call its API: the content of `DATA_DIR/demo-credentials.json` (0600). */
export type DemonstrationCredentials = z.infer<typeof credentialsSchema>;

interface LoadOptions {
  store: Store;
  clock: Clock;
  /** The public address of the site, without a trailing slash. */
  baseUrl: string;
  dataDir: string;
}

/**
 * Writes the demonstration's organisation with its members, and gives it the passwords and the API client of
 * `demo-credentials.json`, which are made at random when there is no such file. The file is there first and the client
 * comes last: `finishDemonstration` goes on where a process was killed. Again on the same store: members as of today.
 * @throws Error when the file is there and is not what was written
 */
export async function loadDemonstration(options: LoadOptions): Promise<DemonstrationCredentials> {
  const { store, clock, baseUrl, dataDir } = options;
  const organisation = demonstrationOrganisation(baseUrl);
  const demonstration = createDemonstration(dateInZone(clock(), organisation.timeZone));
  const credentials = readCredentials(dataDir) ?? makeCredentials(dataDir, demonstration);
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
  await issueCredentials(store, clock, { credentials, demonstration });
  return credentials;
}

/** Issues what `demo-credentials.json` tells if a process was killed before it had. */
export async function finishDemonstration({ store, clock, baseUrl, dataDir }: LoadOptions): Promise<void> {
  const credentials = readCredentials(dataDir);
  if (credentials === null) return;
  const client = await store.auth
    .selectFrom('client')
    .select('id')
    .where('id', '=', credentials.apiClient.id)
    .executeTakeFirst();
  if (client !== undefined) return;
  const { timeZone } = demonstrationOrganisation(baseUrl);
  const demonstration = createDemonstration(dateInZone(clock(), timeZone));
  await issueCredentials(store, clock, { credentials, demonstration });
}

async function issueCredentials(
  store: Store,
  clock: Clock,
  {
    credentials,
    demonstration,
  }: { credentials: DemonstrationCredentials; demonstration: Pick<Demonstration, 'cast'> },
): Promise<void> {
  for (const member of demonstration.cast) {
    const told = credentials.members.find(({ description }) => description === describe(member));
    const { id, email } = member.person;
    // Whoever has this ID may be somebody else where organisation 100 was imported from elsewhere.
    if (told === undefined || !(await hasEmail(store, id, email))) continue;
    const { password } = told;
    await setPassword(store, { organisationId: demonstrationId, personId: id, password }, clock());
  }
  await createClient(
    store,
    {
      organisationId: demonstrationId,
      name: 'Demonstration',
      scopes: ['basic', 'members', 'user'],
      credentials: credentials.apiClient,
    },
    clock(),
  );
}

async function hasEmail(store: Store, personId: number, email: string): Promise<boolean> {
  const person = await store.members
    .selectFrom('person')
    .select('email')
    .where('organisation_id', '=', demonstrationId)
    .where('id', '=', personId)
    .executeTakeFirst();
  return person?.email === email;
}

function describe({ person, shows }: CastMember): string {
  return `${person.firstName} ${person.lastName}: ${shows.charAt(0).toLowerCase()}${shows.slice(1)}`;
}

/** 62 bits in three groups, easily read aloud: no letter or digit that looks like another. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${group()}-${group()}-${group()}`;
}

/** Written whole, and only where there is none: processes that start at once agree on what the first one made. */
function makeCredentials(dataDir: string, { cast }: Demonstration): DemonstrationCredentials {
  const credentials: DemonstrationCredentials = {
    organisationId: demonstrationId,
    apiClient: { id: makeSecret(20), secret: makeSecret() },
    members: cast.map((member) => ({
      email: member.person.email,
      password: readablePassword(),
      description: describe(member),
    })),
  };
  const text = writeOnce(join(dataDir, credentialsFile), `${JSON.stringify(credentials, null, 2)}\n`);
  return parseCredentials(dataDir, text);
}

function readCredentials(dataDir: string): DemonstrationCredentials | null {
  const text = readIfThere(join(dataDir, credentialsFile));
  return text === null ? null : parseCredentials(dataDir, text);
}

function parseCredentials(dataDir: string, text: string): DemonstrationCredentials {
  try {
    return credentialsSchema.parse(JSON.parse(text));
  } catch {
    const file = join(dataDir, credentialsFile);
    throw new Error(`${file} is damaged: move it away to have new passwords made for the demonstration`);
  }
}
