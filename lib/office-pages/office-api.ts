/** The office's endpoints (docs/office.md), with the token of the person who signed in. */
import type { Chapterhouse } from '@/lib/chapterhouse';
import {
  parseJson,
  sendRead,
  unreadable,
  defaultLimits,
  wholeText,
  type Transport,
} from '@/lib/contract/client-request';
import { readDuplicates, type PossibleDuplicate } from '@/lib/contract/possible-duplicates';
import { organisationRoot } from '@/lib/account/sso/provider';

/** The status is below 500. `body` is the parsed JSON. */
export interface OfficeApiResponse {
  status: number;
  body: unknown;
  etag: string | null;
  /** Members who may be the same as the new ones. */
  duplicates?: readonly PossibleDuplicate[];
}

export interface OfficeWrite {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path after `/office/`. */
  path: string;
  body?: unknown;
  etag?: string;
  reason?: string;
  /** `Idempotency-Key`: the API does only one of the requests with the same key. */
  key?: string;
  /** `Validate-Only`: nothing is written. */
  isTrial?: boolean;
}

export interface OfficeApi {
  /** @param path after `/office/`, with its query */
  read(path: string): Promise<OfficeApiResponse>;
  /** Sends the request only once: without a response, nobody knows whether the API carried out the request. */
  write(write: OfficeWrite): Promise<OfficeApiResponse>;
  /**
   * Sends the file only once.
   * @param path after `/office/`, with its query
   */
  upload(path: string, file: Blob): Promise<OfficeApiResponse>;
  /**
   * A file of any size, as the API sends it. null: there is no response.
   * @param path after `/office/`, with its query
   */
  download(path: string): Promise<Response | null>;
}

/** These limits are low, because a person waits for the page. */
const limits = { ...defaultLimits, responseMs: 15_000, attempts: 2 };
/** The longest wait for the directory, which may be loading everything again. */
const directoryMs = 2_000;
/** A download is made first. A change may concern all members, and a picture may wait for others to be decoded. */
const longMs = 120_000;
/** This length is enough for a page of members, or a member with many locations. */
const maxLength = 8_000_000;

/** @throws ApiRequestError from all methods but `download` if the API cannot be reached, fails, or sends no JSON */
export function createOfficeApi(
  app: Pick<Chapterhouse, 'apiUrl' | 'site' | 'directory' | 'ownFetch'>,
  accessToken: string,
  {
    under = 'office',
    ...overrides
  }: Partial<Pick<Transport, 'fetch' | 'sleep'>> & {
    /** `user`: what a person may do with their own memberships. */
    under?: 'office' | 'user';
  } = {},
): OfficeApi {
  const root = `${organisationRoot(app, app.apiUrl)}/${under}`;
  const transport: Transport = {
    fetch: app.ownFetch ?? fetch,
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...overrides,
    limits,
  };
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  const send = async (
    path: string,
    init: RequestInit,
    attempts: number,
    responseMs = limits.responseMs,
  ): Promise<OfficeApiResponse> => {
    const patient = { ...transport, limits: { ...limits, attempts, responseMs } };
    const response = await sendRead(patient, `${root}/${path}`, { ...init, cache: 'no-store' });
    const text = await wholeText(response, maxLength);
    const body = text === '' ? null : parseJson(text);
    if (body === undefined) throw unreadable(`The API’s response to ${under}/${path} is not JSON`);
    const { status, headers: received } = response;
    const duplicates = readDuplicates(received.get('possible-duplicates') ?? '');
    return { status, body, etag: received.get('etag'), duplicates };
  };
  return {
    read: (path) => send(path, { headers }, limits.attempts),
    download: async (path) => {
      const signal = AbortSignal.timeout(longMs);
      return transport
        .fetch(`${root}/${path}`, { headers, cache: 'no-store', redirect: 'manual', signal })
        .catch(() => null);
    },
    upload: (path, file) =>
      send(
        path,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: file,
        },
        1,
        longMs,
      ),
    write: ({ method, path, body, etag, reason, key, isTrial }) => {
      const init: RequestInit = {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(etag === undefined ? {} : { 'if-match': etag }),
          ...(reason === undefined || reason === '' ? {} : { 'change-reason': latin1(reason) }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(isTrial === true ? { 'validate-only': 'true' } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      return send(path, init, 1, longMs).then(async (answer) => {
        if (answer.status < 300 && isTrial !== true) await waitForDirectory(app);
        return answer;
      });
    },
  };
}

/** When the directory has the change, the next page shows it (docs/decisions.md, J25). */
async function waitForDirectory({ directory }: Pick<Chapterhouse, 'directory'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, directoryMs)));
  await Promise.race([directory.refresh(), timeout]);
  clearTimeout(timer);
}

/** A header consists of bytes. The API reads them as UTF-8. */
function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
