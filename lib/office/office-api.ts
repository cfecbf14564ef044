/** Requests to the office's endpoints with the token of the person who signed in (docs/office.md). */
import type { Chapterhouse } from '@/lib/chapterhouse';
import {
  parseJson,
  sendRead,
  unreadable,
  usualLimits,
  wholeText,
  type Transport,
} from '@/lib/membership-api/client-request';
import { organisationRoot } from '@/lib/sso/provider';

/** A response of the API with a status below 500. `body` is its JSON. */
export interface OfficeAnswer {
  status: number;
  body: unknown;
  etag: string | null;
}

export interface OfficeWrite {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** After `/office/`. */
  path: string;
  /** Absent: the request has no body. */
  body?: unknown;
  /** `If-Match`. */
  etag?: string;
  /** For the journal. */
  reason?: string;
  /** `Idempotency-Key`: requests with the same key are carried out once. */
  key?: string;
  /** `Validate-Only`: nothing is written. */
  isTrial?: boolean;
}

export interface OfficeApi {
  /** @param path after `/office/`, with its query */
  read(path: string): Promise<OfficeAnswer>;
  /**
   * The request is sent once. If no response comes, nobody knows whether the request was carried out, so it is not
   * repeated.
   */
  write(write: OfficeWrite): Promise<OfficeAnswer>;
  /** Sends a file, once. @param path after `/office/`, with its query */
  upload(path: string, file: Blob): Promise<OfficeAnswer>;
  /** A file of any size, as the API sends it. null: there is no response. @param path after `/office/`, with its query */
  download(path: string): Promise<Response | null>;
}

/** The limits are short, because a person waits for the page. */
const limits = { ...usualLimits, responseMs: 15_000, attempts: 2 };
/** How long a page waits for the directory. A directory that loads everything again may take longer. */
const directoryMs = 2_000;
/** The limit for a file with all members. */
const downloadMs = 120_000;
/** The limit for a page of members, or a member with many locations. */
const maxLength = 8_000_000;

/** @throws ApiRequestError from all methods but `download` if the API cannot be reached, fails, or sends no JSON */
export function createOfficeApi(
  app: Pick<Chapterhouse, 'apiUrl' | 'site' | 'directory'>,
  accessToken: string,
  overrides: Partial<Pick<Transport, 'fetch' | 'sleep'>> = {},
): OfficeApi {
  const root = `${organisationRoot(app, app.apiUrl)}/office`;
  const transport: Transport = {
    fetch,
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...overrides,
    limits,
  };
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  const send = async (path: string, init: RequestInit, attempts: number): Promise<OfficeAnswer> => {
    const patient = { ...transport, limits: { ...limits, attempts } };
    const response = await sendRead(patient, `${root}/${path}`, { ...init, cache: 'no-store' });
    const text = await wholeText(response, maxLength);
    const body = text === '' ? null : parseJson(text);
    if (body === undefined) throw unreadable(`The API’s response to office/${path} is not JSON`);
    return { status: response.status, body, etag: response.headers.get('etag') };
  };
  return {
    read: (path) => send(path, { headers }, limits.attempts),
    download: async (path) => {
      const signal = AbortSignal.timeout(downloadMs);
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
      return send(path, init, 1).then(async (answer) => {
        if (answer.status < 300 && isTrial !== true) await waitForDirectory(app);
        return answer;
      });
    },
  };
}

/** Waits until the directory has the change, so that the next page shows it (docs/decisions.md, J25). */
async function waitForDirectory({ directory }: Pick<Chapterhouse, 'directory'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, directoryMs)));
  await Promise.race([directory.refresh(), patience]);
  clearTimeout(timer);
}

/** A header consists of bytes, which the API reads as UTF-8. */
function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
