/**
 * The client calls the membership API of this process or of another site. The client therefore uses only what the
 * contract specifies.
 */
import type { Clock } from '@/lib/base/clock';
import { createPause } from '@/lib/base/slices';
import { changesSchema, type ApiChanges } from './changes';
import { createDrift, type Drift, type DriftNote } from './client-drift';
import { Fields, isObject, kindOf } from './client-fields';
import { createJsonArrayReader } from './client-json-array';
import {
  readAddonListing,
  readCategory,
  readExtraListing,
  readLocation,
  readMembership,
  readMembershipTypeListing,
  readChapter,
  readMembershipBase,
  readPayment,
  readUser,
} from './client-records';
import {
  parseJson,
  refusal,
  sendRead,
  unreadable,
  defaultLimits,
  wholeText,
  type ApiResponse,
  type CallLimits,
  type Transport,
} from './client-request';
import { createTokenSource } from './client-token';
import {
  type AddonListing,
  type Category,
  type ExtraListing,
  type Location,
  type LoggedInUser,
  type Membership,
  type MembershipTypeListing,
  loggedInUserSchema,
  type CorporateMembership,
  type OwnMembership,
} from './resources';
import { standings } from './words';

export { ApiRequestError, trustedLimits } from './client-request';
export type { DriftNote } from './client-drift';

/**
 * The records of a list are passed on one by one while the list arrives. If the connection breaks, the records before
 * the break have already been passed on.
 */
export interface MembershipApiClient {
  members(request: ListRequest<Membership>): Promise<ListResult>;
  locations(request: ListRequest<Location>): Promise<ListResult>;
  categories(request: ListRequest<Category>): Promise<ListResult>;
  membershipTypes(request: ListRequest<MembershipTypeListing>): Promise<ListResult>;
  addons(request: ListRequest<AddonListing>): Promise<ListResult>;
  extras(request: ListRequest<ExtraListing>): Promise<ListResult>;
  /**
   * The changes after a position. The list of changes is an extension of the contract. Without a position, only the
   * newest position is returned.
   * @throws ApiRequestError with status 404 if the site does not have the list, 403 if the client may not use it, and
   * 410 if the position is unknown
   */
  changes(request: ChangesRequest): Promise<ApiChanges>;
  /**
   * The member who signed in with this token.
   * @throws ApiRequestError with status 401 when the token is not valid (any more)
   */
  user(accessToken: string): Promise<LoggedInUser>;
  /** Differences between the site's responses and the contract, most frequent first. */
  drift(): DriftNote[];
}

export interface ListRequest<T> {
  /** The endpoint's parameters. Arrays have `[]` in their names. */
  query?: URLSearchParams;
  /**
   * The entity tag of an earlier response to the same query. If the list is unchanged, the site does not send it again.
   */
  etag?: string | null;
  each: (record: T) => void;
  /** Called for each record that cannot be read. `place` is the record's position in the list, from 0. */
  eachUnreadable?: ((place: number) => void) | undefined;
}

export interface ChangesRequest {
  /** null: only the newest position is requested. */
  after: string | null;
  /** How long the site may delay its response to wait for a change. */
  waitSeconds: number;
  signal?: AbortSignal;
}

/**
 * `etag` is null if the site sends no entity tag. `unreadable` is the number of records that were skipped because they
 * could not be read.
 */
export type ListResult =
  { status: 'unchanged' } | { status: 'loaded'; etag: string | null; count: number; unreadable: number };

export interface MembershipApiSettings {
  /** The root of the site, without a trailing slash. */
  apiUrl: string;
  organisationId: number;
  client: { id: string; secret: string };
  clock: Clock;
  /** The defaults are the limits for another site. */
  limits?: Partial<CallLimits>;
  /**
   * Whether the site runs on this machine. Its lists are then requested without compression, because compressing takes
   * longer than sending.
   */
  isLocal?: boolean;
}

/** For tests. By default, the platform's own functions are used. */
export type TransportOverrides = Partial<Omit<Transport, 'limits'>>;

/** 100 records are about 300 kB. They are parsed within a few milliseconds. */
const changesAtOnce = 100;

/**
 * @throws ApiRequestError from every call, if the site is unreachable or too slow, refuses the request, or sends an
 * unreadable response. The error for a refused request has the status and the code
 */
export function createMembershipApiClient(
  settings: MembershipApiSettings,
  overrides: TransportOverrides = {},
): MembershipApiClient {
  const transport: Transport = {
    fetch,
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...overrides,
    limits: { ...defaultLimits, ...settings.limits },
  };
  const root = `${settings.apiUrl}/api/v2/organisation/${settings.organisationId}`;
  const { client, clock, isLocal = false } = settings;
  const encoding: Record<string, string> = isLocal ? { 'accept-encoding': 'identity' } : {};
  const tokens = createTokenSource({ transport, tokenUrl: `${root}/token`, client, clock });
  const drift = createDrift();

  /**
   * The site may refuse a valid token, for example after a restart. The request is then sent once more, with a new
   * token.
   */
  const requestRead = async (
    url: string,
    headers: Record<string, string>,
    { waitSeconds = 0, signal }: Partial<ChangesRequest> = {},
  ): Promise<ApiResponse> => {
    const responseMs = transport.limits.responseMs + waitSeconds * 1000;
    const patient = { ...transport, limits: { ...transport.limits, responseMs } };
    const send = (token: string) =>
      sendRead(patient, url, {
        headers: { ...headers, ...encoding, authorization: `Bearer ${token}` },
        signal,
      });
    const token = await tokens.get();
    const response = await send(token);
    if (response.status !== 401) return response;
    response.cancel();
    tokens.discard(token);
    return send(await tokens.get());
  };
  const list =
    <T>(path: string, read: (record: Fields) => T | null) =>
    async ({ query, etag = null, ...receiver }: ListRequest<T>): Promise<ListResult> => {
      const question = query === undefined || query.size === 0 ? '' : `?${query}`;
      const conditional: Record<string, string> = etag === null ? {} : { 'if-none-match': etag };
      const response = await requestRead(`${root}/${path}${question}`, {
        accept: 'application/json',
        ...conditional,
      });
      if (response.status === 304 && etag !== null) {
        response.cancel();
        return { status: 'unchanged' };
      }
      if (response.status !== 200) throw await refusal(response, path);
      return readList(response, { path, drift, read, ...receiver, maxRecords: transport.limits.listRecords });
    };
  return {
    members: list('members', (record) => withOwnPicture(readMembership(record), isLocal)),
    locations: list('locations', readLocation),
    categories: list('categories', readCategory),
    membershipTypes: list('membershiptypes', readMembershipTypeListing),
    addons: list('addons', readAddonListing),
    extras: list('extras', readExtraListing),
    async changes(request) {
      const { after, waitSeconds } = request;
      const query = after === null ? '' : `?After=${after}&Limit=${changesAtOnce}&Wait=${waitSeconds}`;
      const response = await requestRead(`${root}/changes${query}`, { accept: 'application/json' }, request);
      if (response.status !== 200) throw await refusal(response, 'changes');
      const pieces: string[] = [];
      for await (const piece of response.text()) pieces.push(piece);
      const page = changesSchema.safeParse(parseJson(pieces.join('')));
      if (!page.success) throw unreadable('The API’s response to changes is not a list of changes');
      const Changes = page.data.Changes.map((change) => ({
        ...change,
        Member: withOwnPicture(change.Member, isLocal),
      }));
      return { ...page.data, Changes };
    },
    async user(accessToken) {
      const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
      const response = await sendRead(transport, `${root}/user`, { headers });
      if (response.status !== 200) throw await refusal(response, 'user');
      const body = parseJson(await wholeText(response));
      if (!isObject(body)) throw unreadable('The API’s response to user is not a JSON object');
      return readLoggedInUser(new Fields(body, 'user', drift));
    },
    drift: () => drift.report(),
  };
}

/** Another site's pictures are at addresses of that site, so only our own are used (docs/decisions.md, A6). */
function withOwnPicture<M extends Pick<Membership, 'Picture'>>(member: M | null, isOwn: boolean): M | null {
  return isOwn || member?.Picture === undefined ? member : { ...member, Picture: null };
}

async function readList<T>(
  response: ApiResponse,
  list: {
    path: string;
    drift: Drift;
    read: (record: Fields) => T | null;
    each: (record: T) => void;
    eachUnreadable?: ((place: number) => void) | undefined;
    maxRecords: number;
  },
): Promise<ListResult> {
  const where = `${list.path}[]`;
  const counts = { count: 0, unreadable: 0 };
  const reader = createJsonArrayReader((element) => {
    if (counts.count + counts.unreadable >= list.maxRecords)
      throw unreadable(`The API’s response to ${list.path} has more than ${list.maxRecords} records`);
    const record = isObject(element) ? list.read(new Fields(element, where, list.drift)) : null;
    if (record === null) {
      list.eachUnreadable?.(counts.count + counts.unreadable);
      counts.unreadable += 1;
      list.drift.note(where, isObject(element) ? 'without an ID' : `${kindOf(element)} instead of object`);
      return;
    }
    counts.count += 1;
    list.each(record);
  });
  try {
    await feed(response, reader.push);
    reader.end();
  } catch (error) {
    response.cancel();
    if (!(error instanceof SyntaxError)) throw error;
    throw unreadable(
      `The API’s response to ${list.path} is not a JSON array: ${error.message.slice(0, 200)}`,
    );
  }
  return { status: 'loaded', etag: response.headers.get('etag'), ...counts };
}

/** Reading 100,000 records takes seconds, so this process handles other requests in between. */
async function feed(response: ApiResponse, push: (text: string) => void): Promise<void> {
  const pause = createPause();
  for await (const piece of response.text()) {
    push(piece);
    await pause();
  }
}

function readLoggedInUser(record: Fields): LoggedInUser {
  record.recordUnknown(loggedInUserSchema.shape);
  const membership = record.objectOrNull('Membership');
  const committee = record.object('CommitteeMemberships');
  return {
    ...readUser(record),
    Membership: membership === null || membership.text('ID') === '' ? null : readOwnMembership(membership),
    CorporateMemberships: record.objects('CorporateMemberships').map(readCorporateMembership),
    CommitteeMemberships: { Chapter: readChapter(committee), Financial: committee.flag('Financial') },
    ...(record.has('ID') ? { ID: record.text('ID') } : {}),
    ...(record.has('Removed') && record.flag('Removed') ? { Removed: true as const } : {}),
  };
}

function readOwnMembership(membership: Fields): OwnMembership {
  return { ...readMembershipBase(membership), ...readPayment(membership), ...readOwnExtensions(membership) };
}

function readCorporateMembership(membership: Fields): CorporateMembership {
  return { ...readOwnMembership(membership), MembershipName: membership.text('MembershipName') };
}

/** Another site may omit these fields. An omitted field stays undefined. */
function readOwnExtensions(membership: Fields) {
  const parent = membership.has('Parent') ? membership.objectOrNull('Parent') : undefined;
  return {
    ...(membership.has('Checked') ? { Checked: membership.flag('Checked') } : {}),
    ...(membership.has('Expired') ? { Expired: membership.flag('Expired') } : {}),
    ...readStanding(membership),
    ...(parent === undefined ? {} : { Parent: parent === null ? null : readParent(parent) }),
  };
}

function readParent(parent: Fields) {
  return {
    ID: parent.text('ID'),
    MembershipName: parent.text('MembershipName'),
    ExpiryDate: parent.textOrNull('ExpiryDate'),
    Status: parent.text('Status'),
    Checked: parent.flag('Checked'),
    Expired: parent.flag('Expired'),
    ...readStanding(parent),
  };
}

function readStanding(membership: Fields) {
  const standing = standings.find((one) => membership.has('Standing') && one === membership.text('Standing'));
  return standing === undefined ? {} : { Standing: standing };
}
