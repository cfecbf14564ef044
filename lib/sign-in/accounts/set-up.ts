import { blankSettings } from '@/lib/store/blank-settings';
/**
 * Replaces the demonstration by an association. To do so, a person needs the link that the server prints when it
 * starts.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@/lib/base/clock';
import { customsOf } from '@/lib/map/country-customs';
import { consumeSetupLink, isSetupLink } from '@/lib/sign-in/accounts/setup-link';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { blankPerson } from '@/lib/store/blank-records';
import type { Store } from '@/lib/store/database';
import { isDemonstration } from '@/lib/store/demonstration-flag';
import { byPerson } from '@/lib/store/journal';
import type { AreaCentre } from '@/lib/store/location-document';
import { removeOwnerLink } from '@/lib/server/owner-link';
import { replaceOrganisation } from '@/lib/sign-in/accounts/replace-organisation';
import { setUpText } from '@/lib/messages/service-set-up';

/** The input must already be checked. */
export interface NewAssociation {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  name: string;
  country: string;
  timeZone: string;
}

export interface SetUp {
  isValid(token: string): Promise<boolean>;
  /** Returns false if the link is unknown, used or expired, or if the demonstration no longer exists. */
  complete(token: string, association: NewAssociation): Promise<boolean>;
}

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
    complete: async (token, association) => {
      if (!(await isDemonstration(store.members, organisationId))) return false;
      if (!(await consumeSetupLink(store, linkOf(token)))) return false;
      await create(services, association);
      return true;
    },
  };
}

async function create(
  { store, clock, dataDir, organisationId, areaCentre, restart }: SetUpServices,
  { firstName, lastName, email, password, name, country, timeZone }: NewAssociation,
): Promise<void> {
  const context = { organisationId, clock, areaCentre, cause: { ...byPerson(ownerId), signedInAt: clock() } };
  await replaceOrganisation(store, context, async (writer) => {
    await writer.putOrganisation({
      id: organisationId,
      name,
      timeZone,
      country,
      currency: customsOf(country)?.currency ?? 'USD',
      noticeDays: 30,
      listedStatuses: ['financial', 'expiring'],
      colour: null,
      logoUrl: null,
      invoiceUrlTemplate: null,
      paymentUrlTemplate: null,
      ...blankSettings,
      isTypeHidden: true,
      // The office opens it (docs/decisions.md, M3).
      isDirectoryClosed: true,
    });
    await writer.putMembershipTypes([
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
    await writer.putPerson({ ...blankPerson(ownerId), firstName, lastName, email });
    await writer.roles.put({ id: ownerId, role: 'owner', chapterIds: [] });
  });
  await restart();
  await setPassword(store, { organisationId, personId: ownerId, password }, clock());
  rmSync(join(dataDir, 'demo-credentials.json'), { force: true });
  removeOwnerLink(dataDir);
}
