/**
 * Replaces the demonstration by an association. To do so, a person needs the link that the server prints when it
 * starts.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@/lib/base/clock';
import { correctEmail, isWellFormedEmail } from '@/lib/contract/fields/email-address';
import { toLine } from '@/lib/contract/fields/text-kinds';
import type { NewAssociation, SetUp } from '@/lib/contract/set-up';
import { customsOf } from '@/lib/map/country-customs';
import { consumeSetupLink, isSetupLink } from './setup-link';
import { PasswordError, requireGoodPassword, setPassword } from './passwords';
import { blankPerson } from '@/lib/store/blank-records';
import type { Store } from '@/lib/store/database';
import { newSettings } from '@/lib/store/blank-settings';
import { isDemonstration } from '@/lib/store/demonstration-flag';
import { byPerson } from '@/lib/store/journal';
import type { AreaCentre } from '@/lib/store/location-document';
import { removeOwnerLink } from '@/lib/server/owner-link';
import { say } from '@/lib/messages/say';
import { passwordText, setUpText } from '@/lib/messages/sign-in';
import type { MembersWriter } from '@/lib/store/members-writer';
import { removeRows } from '@/lib/store/remove-organisation';
import { withEmptyOrganisation, type WriterContext } from '@/lib/store/write';

interface SetUpServices {
  store: Store;
  clock: Clock;
  dataDir: string;
  organisationId: number;
  areaCentre: AreaCentre;
  /**
   * Makes the rest of the server use the new association. The server needs a new API client, because the old one was
   * removed with the demonstration.
   */
  restart: () => Promise<void>;
}

const ownerId = 1;

export function createSetUp(services: SetUpServices): SetUp {
  const { store, clock, organisationId } = services;
  const linkOf = (token: string) => ({ organisationId, token, now: clock() });
  return {
    isValid: async (token) =>
      (await isDemonstration(store.members, organisationId)) && (await isSetupLink(store, linkOf(token))),
    complete: async (token, typed) => {
      if (!(await isDemonstration(store.members, organisationId))) return 'link';
      if (!(await isSetupLink(store, linkOf(token)))) return 'link';
      const association = corrected(typed);
      const problems = findProblems(association);
      if (problems.length > 0) return { problems };
      if (!(await consumeSetupLink(store, linkOf(token)))) return 'link';
      await create(services, association);
      return 'done';
    },
  };
}

function corrected({ password, ...typed }: NewAssociation): NewAssociation {
  const line = (text: string) => toLine(text).trim();
  const country = line(typed.country);
  return {
    firstName: line(typed.firstName),
    lastName: line(typed.lastName),
    email: correctEmail(line(typed.email)),
    password,
    name: line(typed.name),
    country,
    timeZone: typed.timeZone || (customsOf(country)?.timeZone ?? ''),
  };
}

function findProblems(typed: NewAssociation): string[] {
  const problems: string[] = [];
  for (const field of ['firstName', 'lastName', 'email', 'name'] as const)
    if (typed[field] === '') problems.push(say(setUpText.missing, { label: setUpText[field] }));
  for (const field of ['firstName', 'lastName', 'name', 'country'] as const)
    if (typed[field].length > 300) problems.push(say(setUpText.tooLong, { label: setUpText[field] }));
  if (typed.email !== '' && !isWellFormedEmail(typed.email)) problems.push(setUpText.wrongEmail);
  try {
    requireGoodPassword(typed.password, typed.email);
  } catch (error) {
    if (!(error instanceof PasswordError)) throw error;
    problems.push(say(passwordText.refused, { reason: error.message }));
  }
  if (!Intl.supportedValuesOf('timeZone').includes(typed.timeZone)) problems.push(setUpText.wrongZone);
  return problems;
}

async function create(
  { store, clock, dataDir, organisationId, areaCentre, restart }: SetUpServices,
  { firstName, lastName, email, password, name, country, timeZone }: NewAssociation,
): Promise<void> {
  const context = { organisationId, clock, areaCentre, cause: { ...byPerson(ownerId), signedInAt: clock() } };
  await replaceOrganisation(store, context, async (writer) => {
    await writer.structure.putOrganisation({
      id: organisationId,
      name,
      timeZone,
      country,
      currency: customsOf(country)?.currency ?? 'USD',
      ...newSettings,
      // The office opens it (docs/decisions.md, M3).
      isDirectoryClosed: true,
    });
    await writer.structure.putMembershipTypes([
      {
        id: 1,
        name: setUpText.firstType,
        description: '',
        costThousandths: 0,
        isStudent: false,
        isVisible: true,
        isSearchable: true,
        hasAnniversaryExpiry: false,
        hasGst: false,
        extraIds: [],
      },
    ]);
    await writer.persons.put({ ...blankPerson(ownerId), firstName, lastName, email });
    await writer.roles.put({ id: ownerId, role: 'owner', chapterIds: [] });
  });
  await restart();
  await setPassword(store, { organisationId, personId: ownerId, password }, clock());
  rmSync(join(dataDir, 'demo-credentials.json'), { force: true });
  removeOwnerLink(dataDir);
}

/**
 * The new organisation has the same ID, because the running server continues to use this ID. Accounts are removed
 * first, as in `removeOrganisation`. All other changes are one transaction.
 */
async function replaceOrganisation(
  store: Store,
  context: WriterContext,
  write: (writer: MembersWriter) => Promise<void>,
): Promise<void> {
  const { organisationId } = context;
  await removeRows(store.auth, organisationId);
  await withEmptyOrganisation(store, context, {
    empty: async (db) => {
      await removeRows(db, organisationId);
      await db.deleteFrom('organisation').where('id', '=', organisationId).execute();
    },
    write,
  });
}
