/** An office with the directory's own client, people with roles, and their tokens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Scope } from '@/lib/contract/resources';
import type { OfficeRole } from '@/lib/contract/fields/role';
import { workingMail } from '@/lib/mail/mail-identity.fixture';
import type { MailSettings } from '@/lib/mail/mail-state';
import { recordMails } from '@/lib/mail/mail-record';
import type { Mail, Mailer } from '@/lib/mail/mailer';
import { importSettingsSchema } from '@/lib/contract/office-imports';
import type { OfficeImports } from '@/lib/contract/office-rights/imports';
import type { Installation } from '@/lib/contract/office-rights/installation';
import type { Store } from '@/lib/store/database';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { issueToken, type NewToken } from '@/lib/sign-in/oauth/tokens';
import { startTestService, testBaseUrl, type TestService } from '@/lib/service/service.fixture';
import type { LongUndos } from './long-undos';

export const testAuthSecret = 'the secret of the test office, 40 letters';

/** All of these people are members. Persons 6 and 7 have no role. The officer's chapter is chapter 1. */
export const officePeople = {
  owner: 1,
  secretary: 2,
  officer: 3,
  reader: 4,
  secondOwner: 5,
  member: 6,
} as const;
const roles: [number, OfficeRole, number[]][] = [
  [1, 'owner', []],
  [2, 'secretary', []],
  [3, 'officer', [1]],
  [4, 'reader', []],
  [5, 'owner', []],
];

interface OfficeRequest {
  token: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestOffice extends TestService {
  organisationId: number;
  /** `problem`: the mail server refuses every email with this error. */
  /** `settings.server` null: emails wait. */
  mail: { sent: Mail[]; problem: Error | null; settings: MailSettings };
  write<T>(work: (writer: MembersWriter) => Promise<T>): Promise<T>;
  /** A token of the directory's own client. Without `personId`, the token is not for a person. */
  ownToken(options?: { personId?: number | null; scopes?: Scope[]; minutesAgo?: number }): Promise<string>;
  office(method: string, path: string, options: OfficeRequest): Promise<Response>;
  /**
   * What a person does in the office: `asRole(officePeople.secretary).do('PATCH members/20', { MembershipNumber: '7' })`.
   * Without `minutesAgo`, the person signed in one minute ago.
   */
  asRole(
    personId: number,
    options?: { minutesAgo?: number },
  ): { do(operation: string, input?: unknown): Promise<Response> };
}

/** This fixture makes no checks and writes nothing. */
const testInstallation: Installation = {
  read: async () => ({
    version: '1.0.0',
    engine: 'SQLite',
    databaseBytes: 1,
    freeBytes: 1,
    problems: [],
    lastCheck: null,
    check: { isRunning: false, problem: null },
    lastBackup: null,
    backup: null,
    changes: [],
  }),
  startCheck: async () => undefined,
  startBackup: async () => undefined,
};

/** Every requested file exists and was checked. Nothing is stored or imported. */
const testImports: OfficeImports = {
  list: async () => [],
  find: async (_, id) => ({
    ID: id,
    Name: 'members.csv',
    UploadedAt: '2026-06-15T02:00:00.000Z',
    DeletedAt: '2026-06-16T02:00:00.000Z',
    Bytes: 1,
    State: 'checked',
    Progress: null,
    Settings: importSettingsSchema.parse({}),
    Report: null,
  }),
  add: async () => 'an upload',
  start: async () => true,
  stop: async () => undefined,
  remove: async () => undefined,
};

/**
 * @param givenDir the data folder; absent: a new one, which is removed after the test
 * @param undos absent: every request waits for the end of its undo
 */
export async function startTestOffice(
  store: Store,
  organisationId: number,
  givenDir?: string,
  areaCentre = noAreaCentre,
  undos?: LongUndos,
): Promise<TestOffice> {
  const own = { id: `own-client-${organisationId}`, secret: 'secret of the own client' };
  const mail: TestOffice['mail'] = { sent: [], problem: null, settings: workingMail() };
  const send: Mailer = async (one) => {
    if (mail.problem !== null) throw mail.problem;
    mail.sent.push(one);
    return mail.settings.server === null ? 'waiting' : 'sent';
  };
  const clock = () => service.time.now;
  // Like the server's mailer, but the test can read the kind of each email.
  const mailer: Mailer = (one) =>
    recordMails(() => send(one), { store, clock, logError: () => undefined })(one);
  const contactEmail = 'office@example.org';
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'chapterhouse-office-'));
  if (givenDir === undefined) onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const service = startTestService(store, {
    organisationId,
    ownClientId: own.id,
    areaCentre,
    mailer,
    mailSettings: mail.settings,
    contactEmail,
    authSecret: testAuthSecret,
    installation: testInstallation,
    imports: testImports,
    ...(undos !== undefined && { undos }),
    erasure: { dataDir, clock: () => service.time.now, waitMs: 0 },
  });
  const context = {
    organisationId,
    clock: () => service.time.now,
    areaCentre,
    cause: testCause,
  };
  const write: TestOffice['write'] = (work) => withMembersWriter(store, context, work);
  await write(async (writer) => {
    await putSampleStructure(writer, { id: organisationId });
    for (const id of [1, 2, 3, 4, 5, 6, 7]) {
      await writer.memberships.put(
        sampleMember(
          id,
          {},
          { id, firstName: `Name${id}`, lastName: 'Test', email: `person-${id}@example.org` },
        ),
      );
    }
    for (const [id, role, chapterIds] of roles) await writer.roles.put({ id, role, chapterIds });
  });
  await createClient(store, {
    organisationId,
    name: 'Directory',
    scopes: ['basic', 'members', 'user', 'office'],
    redirectUris: ['https://members.example/callback'],
    isFirstParty: true,
    credentials: own,
  });
  const ownToken: TestOffice['ownToken'] = ({ personId = null, scopes, minutesAgo = 1 } = {}) => {
    const holder: NewToken = {
      clientId: own.id,
      organisationId,
      personId,
      scopes: scopes ?? ['user', 'office'],
      codeHash: null,
      signedInAt: personId === null ? null : service.time.now.getTime() - minutesAgo * 60_000,
    };
    return issueToken(store.auth, holder, service.time.now);
  };
  const office: TestOffice['office'] = async (method, path, { token, body, headers }) =>
    service.app.request(`${testBaseUrl}/api/v2/organisation/${organisationId}/office/${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(method === 'PATCH' || path.endsWith('/merge') ? { 'If-Match': '*' } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  const asRole: TestOffice['asRole'] = (personId, options = {}) => ({
    do: async (operation, input) => {
      const [method = '', path = ''] = operation.split(' ');
      return office(method, path, { token: await ownToken({ personId, ...options }), body: input });
    },
  });
  return { ...service, organisationId, mail, write, ownToken, office, asRole };
}
