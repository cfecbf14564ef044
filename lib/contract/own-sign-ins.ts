/**
 * An extension of our own API, only for its own web app: a person's sessions, passkeys and connected sites, and what
 * the person sees of other members.
 */
import { z } from 'zod';
import {
  parseJson,
  refusal,
  sendRead,
  unreadable,
  defaultLimits,
  wholeText,
  type Transport,
} from './client-request';
import { scopes, type ExtraAnswer } from './resources';

const ownSessionsSchema = z.array(
  z.object({
    ID: z.string(),
    SignedInAt: z.iso.datetime(),
    /** The browser, such as `Firefox on Windows`. '': the browser is unknown. */
    Browser: z.string(),
    /** Whether the token of this request belongs to this session. */
    IsCurrent: z.boolean(),
  }),
);
/** The newest session comes first. */
export type OwnSessions = z.infer<typeof ownSessionsSchema>;

const ownPasskeysSchema = z.array(
  z.object({
    ID: z.string(),
    Name: z.string(),
    AddedAt: z.iso.datetime(),
    LastUsedAt: z.iso.datetime().nullable(),
    /** When the passkey was disabled because it may have been copied. null: it is not disabled. */
    StoppedAt: z.iso.datetime().nullable(),
  }),
);
/** The oldest passkey comes first. */
export type OwnPasskeys = z.infer<typeof ownPasskeysSchema>;

const connectedSitesSchema = z.array(
  z.object({
    ID: z.string(),
    Name: z.string(),
    /**
     * Whether the site belongs to the association. Such a site does not ask for consent, so there is no consent to
     * withdraw.
     */
    IsOwn: z.boolean(),
    Scopes: z.array(z.enum(scopes)),
    Since: z.iso.datetime(),
    LastUsedAt: z.iso.datetime().nullable(),
  }),
);
/** The sites are ordered by name. */
export type ConnectedSites = z.infer<typeof connectedSitesSchema>;

/** What a member is about to read of the directory for members. */
export const memberReadings = ['profile', 'page', 'map', 'picture'] as const;
export type MemberReading = (typeof memberReadings)[number];
const readingResponseSchema = z.object({ WaitSeconds: z.number() });

const membersAnswersSchema = z.array(z.object({ ID: z.string(), Question: z.string(), Answer: z.string() }));

/**
 * Every method needs the token that the person got at sign-in. If the request fails, the method throws ApiRequestError.
 */
export interface OwnSignInsClient {
  sessions(accessToken: string): Promise<OwnSessions>;
  /**
   * It is no error if the session has already ended.
   * @param id null: all sessions
   */
  endSession(accessToken: string, id: string | null): Promise<void>;
  passkeys(accessToken: string): Promise<OwnPasskeys>;
  sites(accessToken: string): Promise<ConnectedSites>;
  /** Withdraws the person's consent. It is no error if the site is not connected. */
  withdraw(accessToken: string, siteId: string): Promise<void>;
  /** The answers that a listed member shows only to valid members. */
  membersAnswers(accessToken: string, membershipId: string): Promise<ExtraAnswer[]>;
  /**
   * Counts what the member is about to read. @returns 0, or the seconds until the member may read more
   * @throws ApiRequestError with status 403 if the person has no valid membership
   */
  countReading(accessToken: string, kind: MemberReading): Promise<number>;
}

export function createOwnSignInsClient(settings: {
  apiUrl: string;
  organisationId: number;
}): OwnSignInsClient {
  const root = `${settings.apiUrl}/api/v2/organisation/${settings.organisationId}/user`;
  const transport: Transport = {
    fetch,
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    limits: defaultLimits,
  };
  const send = (path: string, accessToken: string, method: 'GET' | 'DELETE' | 'POST') =>
    sendRead(transport, `${root}/${path}`, {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    });
  const get = async <T>(
    path: string,
    accessToken: string,
    schema: z.ZodType<T>,
    method: 'GET' | 'POST' = 'GET',
  ): Promise<T> => {
    const response = await send(path, accessToken, method);
    if (response.status !== 200) throw await refusal(response, path);
    const parsed = schema.safeParse(parseJson(await wholeText(response)));
    if (!parsed.success) throw unreadable(`The API’s response to ${path} is not in the expected format`);
    return parsed.data;
  };
  /**
   * The request is repeated after a temporary failure. This is safe: if the first request succeeded, the repeated
   * request deletes nothing.
   */
  const remove = async (path: string, accessToken: string): Promise<void> => {
    const response = await send(path, accessToken, 'DELETE');
    if (response.status !== 204 && response.status !== 404) throw await refusal(response, path);
    response.cancel();
  };
  return {
    sessions: (token) => get('sessions', token, ownSessionsSchema),
    endSession: (token, id) => remove(id === null ? 'sessions' : `sessions/${encodeURIComponent(id)}`, token),
    passkeys: (token) => get('passkeys', token, ownPasskeysSchema),
    sites: (token) => get('sites', token, connectedSitesSchema),
    withdraw: (token, id) => remove(`sites/${encodeURIComponent(id)}`, token),
    membersAnswers: (token, id) =>
      get(`members/${encodeURIComponent(id)}/answers`, token, membersAnswersSchema),
    // After a temporary failure, the reading may count twice. This does no harm.
    countReading: async (token, kind) => {
      const path = `directory-readings/${kind}`;
      return (await get(path, token, readingResponseSchema, 'POST')).WaitSeconds;
    },
  };
}
