import { dateInZone } from '@/lib/base/clock';
import type { OwnChange, OwnData } from '@/lib/contract/own-data';
import { formatList } from '@/lib/messages/locale';
import { mailLinkText } from '@/lib/messages/mails';
import { authorText, changeText, erasureMailText } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';
import type { Author, HistoryRow, PersonalData } from '@/lib/privacy/personal-data/personal-data';
import { toPersonalDataPage } from '@/lib/privacy/personal-data/personal-data-page';
import { readPersonalData } from '@/lib/privacy/personal-data/read-personal-data';
import {
  closeErasureRequest,
  findErasureRequest,
  requestErasure,
} from '@/lib/sign-in/accounts/erasure-requests';
import { findPeople } from '@/lib/sign-in/accounts/people';
import type { Access } from '@/lib/sign-in/oauth/access';
import { createTokenCheck } from '@/lib/sign-in/oauth/access-check';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import { ApiError } from '@/lib/contract/errors';
import { readDay } from '@/lib/store/day';
import { byPerson } from '@/lib/store/journal';
import { isRecentSignIn } from '@/lib/store/write-rights';
import { findBranding } from './pages/branding';
import { sendLater } from './pages/send-later';

type Services = Pick<
  OAuthServices,
  | 'store'
  | 'clock'
  | 'baseUrl'
  | 'rateLimits'
  | 'ownClientId'
  | 'contactEmail'
  | 'mailer'
  | 'later'
  | 'logError'
> & { organisationId: number };

type Person = Access & { personId: number };

/** The page shows this number of changes. The download contains all changes. */
const maxChanges = 50;

/** What people, including removed persons, see and download of their data, and how they ask for erasure (J7). */
export function createOwnData(services: Services): OwnData {
  const { store, clock } = services;
  const findPerson = personFinder(services);
  const isRecent = ({ signedInAt }: Person) => isRecentSignIn(signedInAt, clock().getTime());
  /** null: nothing may be done for this person now. */
  const findSender = async (accessToken: string, personId: string): Promise<Person | null> => {
    const person = await findPerson(accessToken);
    return person !== null && String(person.personId) === personId && isRecent(person) ? person : null;
  };
  return {
    async read(accessToken) {
      const person = await findPerson(accessToken);
      if (person === null) return null;
      const { organisationId, personId } = person;
      const [found] = await findPeople(store, { organisationId, ids: [personId] });
      const timeZone = (await readDay(store.members, organisationId, clock()))?.timeZone ?? 'UTC';
      const requestedAt = await findErasureRequest(store, person);
      const { data, waitSeconds } = await readData(services, person);
      const changes = data?.History ?? null;
      return {
        personId: String(personId),
        name: found?.name ?? '',
        isRemoved: person.isRemoved,
        isRecent: isRecent(person),
        requestedOn: requestedAt === null ? null : dateInZone(requestedAt, timeZone),
        history:
          changes
            ?.slice(-maxChanges)
            .reverse()
            .map((row) => toChange(row, timeZone)) ?? null,
        hasMoreHistory: changes !== null && changes.length > maxChanges,
        waitSeconds,
      };
    },
    async download(accessToken, format) {
      const person = await findPerson(accessToken);
      if (person === null || !isRecent(person)) return null;
      const { data } = await readData(services, person);
      if (data === null) return null;
      const name = `person-${data.Person.ID}.${format}`;
      return format === 'json'
        ? { name, type: 'application/json', text: `${JSON.stringify(data, null, 2)}\n` }
        : { name, type: 'text/html; charset=utf-8', text: toPersonalDataPage(data) };
    },
    async requestErasure(accessToken, personId) {
      const person = await findSender(accessToken, personId);
      if (person !== null && (await requestErasure(store, person, clock()))) await tell(services, person);
    },
    async withdrawErasure(accessToken, personId) {
      const person = await findSender(accessToken, personId);
      if (person === null) return;
      const closed = { operation: 'withdrawn', cause: byPerson(person.personId), now: clock() } as const;
      await closeErasureRequest(store, person, closed);
    },
  };
}

/** Finds the person of a token of the directory's own client, also a removed person. */
function personFinder(services: Services): (accessToken: string) => Promise<Person | null> {
  const check = createTokenCheck(services);
  const organisation = String(services.organisationId);
  return async (accessToken) => {
    try {
      const { personId, ...access } = await check(accessToken, { organisation, scope: 'user' });
      return personId === null || access.clientId !== services.ownClientId ? null : { ...access, personId };
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
}

/** If the person has read the data too often, `data` is null and the person must wait. */
async function readData(
  { store, clock, rateLimits }: Services,
  { organisationId, personId }: Person,
): Promise<{ data: PersonalData | null; waitSeconds: number }> {
  const now = clock();
  const bucket = `own-data:${organisationId}:${personId}`;
  const waitSeconds = await takeFromRateLimit(store, { bucket, limit: rateLimits.ownDataPerPerson, now });
  if (waitSeconds > 0) return { data: null, waitSeconds };
  const data = await readPersonalData(store, { organisationId, personId, reader: 'person', now });
  return { data, waitSeconds };
}

/** Emails the association, and the person, because somebody else may have sent the request. */
async function tell(services: Services, { organisationId, personId }: Person): Promise<void> {
  const { store, baseUrl } = services;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  if (person === undefined) return;
  const branding = await findBranding(store, organisationId);
  const organisation = branding?.name ?? '';
  const contactEmail = branding?.contactEmail ?? services.contactEmail;
  const { name, email } = person;
  const subject = { organisation, id: String(personId) };
  if (contactEmail !== null) {
    const values = { ...subject, name, organisationId: String(organisationId) };
    sendLater(services, async () => ({
      to: contactEmail,
      subject: say(erasureMailText.officeSubject, subject),
      text: say(erasureMailText.office, values),
      about: { kind: 'erasure request', organisationId, personId: null },
    }));
  }
  if (email === '') return;
  const url = `${baseUrl}/account/privacy/data`;
  sendLater(services, async () => ({
    to: email,
    subject: say(erasureMailText.personSubject, { organisation }),
    text: say(erasureMailText.person, { name, organisation, url }),
    links: [{ url, label: mailLinkText.ownData }],
    about: { kind: 'erasure request', organisationId, personId },
  }));
}

function toChange(row: HistoryRow, timeZone: string): OwnChange {
  return {
    day: dateInZone(new Date(row.At), timeZone),
    by: describeAuthor(row.By),
    what: describeChange(row),
  };
}

function describeAuthor({ Kind, Name }: Author): string {
  if (Kind === 'client') return say(authorText.client, { name: Name ?? '' });
  return Kind === 'self' || Kind === 'import' || Kind === 'clock' ? authorText[Kind] : authorText.office;
}

function describeChange({ Record: { Kind, ID: id }, Operation, Changes }: HistoryRow): string {
  const fields = formatList(Object.keys(Changes ?? {}).map(fieldName));
  switch (`${Kind} ${Operation}`) {
    case 'membership created':
      return say(changeText.membershipCreated, { id });
    case 'membership updated':
      return say(changeText.membershipUpdated, { id, fields });
    case 'membership removed':
      return say(changeText.membershipRemoved, { id });
    case 'membership lapsed':
      return say(changeText.membershipLapsed, { id });
    case 'person created':
      return changeText.personCreated;
    case 'person updated':
      return say(changeText.personUpdated, { fields });
    case 'committee updated':
      return changeText.committee;
    case 'alias updated':
    case 'account merged':
    case 'account separated':
      return changeText.merged;
    case 'account password set':
      return changeText.password;
    case 'account unlocked':
      return changeText.unlocked;
    case 'passkey created':
      return changeText.passkeyAdded;
    case 'passkey updated':
      return changeText.passkeyNamed;
    case 'passkey removed':
      return changeText.passkeyRemoved;
    case 'passkey refused':
      return changeText.passkeyRefused;
    case 'account removed':
      return changeText.accountRemoved;
    case 'consent given':
      return changeText.consent;
    case 'consent withdrawn':
      return changeText.consentWithdrawn;
    case 'members_directory limited':
      return changeText.readingLimited;
    case 'session ended':
      return changeText.signedOut;
    case 'erasure_request created':
      return changeText.erasureRequested;
    case 'erasure_request withdrawn':
      return changeText.erasureWithdrawn;
    case 'erasure_request refused':
      return changeText.erasureRefused;
    default:
      return say(changeText.other, { kind: Kind, id, operation: Operation });
  }
}

/** Turns `MembershipType.ID` into "membership type", and `Address.Suburb` into "address suburb". */
function fieldName(name: string): string {
  return name
    .replace(/\.ID$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
}
