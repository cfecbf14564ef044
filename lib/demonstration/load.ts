import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { dateInZone, type Clock } from '@/lib/base/clock';
import { readIfThere, writeOnce } from '@/lib/server/write-once';
import type { Scope } from '@/lib/contract/resources';
import { createAreaCentre } from '@/lib/store/area-centre';
import type { Store } from '@/lib/store/database';
import { byCommand, type Cause } from '@/lib/store/journal';
import { withMembersWriter } from '@/lib/store/write';
import type { CastMember } from './cast';
import { createDemonstration, type Demonstration } from './demonstration';
import {
  addons,
  categories,
  chapters,
  demonstrationId,
  demonstrationOrganisation,
  extras,
  membershipTypes,
} from './structure';

const cause = byCommand('demo');
const credentialsFile = 'demo-credentials.json';
const credentialsSchema = z.object({
  organisationId: z.number(),
  apiClient: z.object({ id: z.string(), secret: z.string() }),
  members: z.array(z.object({ email: z.string(), password: z.string(), description: z.string() })),
});
/**
 * The content of `DATA_DIR/demo-credentials.json`, which only the server's user can read (mode 0600). A user needs this
 * file to sign in to the demonstration and to call its API.
 */
export type DemonstrationCredentials = z.infer<typeof credentialsSchema>;

interface CredentialIssuer {
  setPassword(
    store: Store,
    account: { organisationId: number; personId: number; password: string; cause: Cause },
    now: Date,
  ): Promise<unknown>;
  createClient(
    store: Store,
    client: {
      organisationId: number;
      name: string;
      scopes: readonly Scope[];
      credentials: { id: string; secret: string };
      cause: Cause;
    },
    now: Date,
  ): Promise<unknown>;
  /** Letters and digits that cannot be guessed. */
  makeSecret(length?: number): string;
}

interface DemonstrationServices {
  store: Store;
  clock: Clock;
  /** Without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  issuer: CredentialIssuer;
}

export function createDemonstrationLoader(services: Omit<DemonstrationServices, 'store'>) {
  return {
    organisationId: demonstrationId,
    load: (store: Store) => loadDemonstration({ store, ...services }),
    finish: (store: Store) => finishDemonstration({ store, ...services }),
  };
}

/**
 * First reads `demo-credentials.json`. If the file does not exist, it is created with random passwords and a random API
 * client. Then writes the organisation with its members. Members that the store already has are written again, with
 * dates relative to today. Finally issues the passwords, and the API client last. If the process is killed before the
 * client is issued, `finishDemonstration` issues the passwords and the client.
 * @throws Error if the file exists and is not in the expected format
 */
export async function loadDemonstration(services: DemonstrationServices): Promise<DemonstrationCredentials> {
  const { store, clock, baseUrl, dataDir, issuer } = services;
  const organisation = demonstrationOrganisation(baseUrl);
  const demonstration = createDemonstration(dateInZone(clock(), organisation.timeZone));
  const credentials = readCredentials(dataDir) ?? makeCredentials(dataDir, demonstration, issuer);
  const context = {
    organisationId: demonstrationId,
    clock,
    areaCentre: createAreaCentre(dataDir),
    cause,
  };
  await withMembersWriter(store, context, async (writer) => {
    await writer.structure.putOrganisation(organisation);
    await writer.marks.setDemonstration(true);
    await writer.structure.putExtras(extras);
    await writer.structure.putMembershipTypes(membershipTypes);
    await writer.structure.putCategories(categories);
    await writer.structure.putChapters(chapters);
    await writer.structure.putAddons(addons);
    for (const member of demonstration.members) await writer.memberships.put(member);
    for (const { person, office } of demonstration.cast) {
      if (office !== undefined)
        await writer.roles.put({ id: person.id, role: office.role, chapterIds: office.chapterIds });
    }
    const seated = new Set(demonstration.seats.map(({ personId }) => personId));
    for (const personId of seated) {
      await writer.committees.put(
        personId,
        demonstration.seats.filter((seat) => seat.personId === personId),
      );
    }
  });
  await issueCredentials(services, { credentials, demonstration });
  return credentials;
}

/**
 * Issues the passwords and the API client of `demo-credentials.json` if the store does not have this client. In this
 * case, an earlier process was killed before it had issued all of them.
 */
export async function finishDemonstration(services: DemonstrationServices): Promise<void> {
  const { store, clock, baseUrl, dataDir } = services;
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
  await issueCredentials(services, { credentials, demonstration });
}

async function issueCredentials(
  { store, clock, issuer }: DemonstrationServices,
  {
    credentials,
    demonstration,
  }: { credentials: DemonstrationCredentials; demonstration: Pick<Demonstration, 'cast'> },
): Promise<void> {
  for (const member of demonstration.cast) {
    const names = [describe(member), describe({ ...member, office: undefined })];
    // Files of earlier releases describe a person without the role in the office. So both descriptions are looked for.
    const described = credentials.members.find(({ description }) => names.includes(description));
    const { id, email } = member.person;
    // If organisation 100 was imported from elsewhere, this ID may belong to a different person.
    if (described === undefined || !(await hasEmail(store, id, email))) continue;
    const { password } = described;
    await issuer.setPassword(
      store,
      { organisationId: demonstrationId, personId: id, password, cause },
      clock(),
    );
  }
  await issuer.createClient(
    store,
    {
      organisationId: demonstrationId,
      name: 'Demonstration',
      scopes: ['basic', 'members', 'user'],
      credentials: credentials.apiClient,
      cause,
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

function describe({
  person,
  shows,
  office,
}: Pick<CastMember, 'person' | 'shows'> & { office?: CastMember['office'] | undefined }): string {
  const work = office === undefined ? '' : `; ${office.shows}`;
  return `${person.firstName} ${person.lastName}: ${shows.charAt(0).toLowerCase()}${shows.slice(1)}${work}`;
}

/** 59 bits in three groups, easy to read aloud: no letter or digit looks like another. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${group()}-${group()}-${group()}`;
}

/**
 * The file is written as a whole, and only if it does not exist. Processes that start together therefore all use the
 * file of the first one.
 */
function makeCredentials(
  dataDir: string,
  { cast }: Demonstration,
  { makeSecret }: CredentialIssuer,
): DemonstrationCredentials {
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
    throw new Error(`${file} is damaged. Rename it, and new passwords are made for the demonstration`);
  }
}
