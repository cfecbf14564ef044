/** Checks every cell of lib/contract/rights.json against the real service: who may do what (docs/standing-table.md). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import rights from '@/lib/contract/rights.json';
import { toStanding } from '@/lib/contract/standing';
import { findPersonId } from '@/lib/cli/find-person';
import { findErasureRequest } from '@/lib/sign-in/accounts/erasure-requests';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import { createMemberMail } from '@/lib/sign-in/accounts/member-mail';
import { settleAccountMoves } from '@/lib/sign-in/accounts/move-accounts';
import { findUninvited, invite } from '@/lib/sign-in/accounts/password-links';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { beginErasure, settleErasures } from '@/lib/privacy/erasure/settle-erasures';
import { loggedInUserSchema } from '@/lib/contract/resources';
import type { OwnData } from '@/lib/contract/own-data';
import { ownEntriesSchema } from '@/lib/contract/own-entries';
import { defaultRateLimits } from '@/lib/sign-in/oauth/rate-limits';
import { createOwnData } from '@/lib/service/own-data';
import { defaultDirectoryFields } from '@/lib/contract/directory-fields';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  api,
  authorizePath,
  exchange,
  password,
  startService,
  tokenOf,
  withToken,
  writerContext,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import type { Store } from '@/lib/store/database';
import type { MembersWriter } from '@/lib/store/members-writer';
import { putSampleStructure, sampleMember, testCause } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const organisationId = 100;
const today = '2026-03-01';
const parentId = 900;
/** The person who remains in the situation `merged`. */
const survivorId = 800;
const takesMessages = [...defaultDirectoryFields.person, ...defaultDirectoryFields.organisation, 'Messages'];

type Situation = (typeof rights.situations)[number]['key'];
type Action = (typeof rights.actions)[number]['key'];

/** Brings a current member into the situation. All tokens and sessions of the member are older. */
const become: Record<Situation, (writer: MembersWriter, id: number, store: Store) => Promise<unknown>> = {
  current: async () => undefined,
  expiring: (writer, id) => put(writer, id, { expiryDate: '2026-03-15' }),
  lapsed: (writer, id) => put(writer, id, { expiryDate: '2026-02-28' }),
  ended: (writer, id) => put(writer, id, { expiryDate: '2019-06-30' }),
  owing: (writer, id) => put(writer, id, { amountOutstandingThousandths: 120_000 }),
  unapproved: (writer, id) => put(writer, id, { isApproved: false }),
  'sub-member': (writer, id) => put(writer, id, { parentId }),
  contact: async (writer, id) => {
    await writer.memberships.remove([id]);
    const firm = sampleMember(id + 500, { kind: 'corporate', show: takesMessages });
    await writer.memberships.put({ ...firm, person: personOf(id, 'Bakery Ltd') });
  },
  committee: async (writer, id) => {
    await writer.memberships.remove([id]);
    await writer.committees.put(id, [{ chapterId: null, startsOn: null, endsOn: today }]);
  },
  role: async (writer, id) => {
    await writer.memberships.remove([id]);
    await writer.roles.put({ id, role: 'reader', chapterIds: [] });
  },
  removed: async (writer, id) => {
    await writer.memberships.remove([id]);
    await writer.committees.put(id, [{ chapterId: 1, startsOn: '2020-01-01', endsOn: '2026-02-28' }]);
  },
  merged: async (writer, id) =>
    mergePersons(writer, await planMerge(writer, { from: id, into: survivorId, keptMembershipId: id })),
  // The test erases this person in both databases after it has made all changes in this list.
  erased: async () => undefined,
};

interface Case {
  service: TestService;
  id: number;
  email: string;
  own: RegisteredClient;
  other: RegisteredClient;
  before: { ownToken: string; otherToken: string };
}

const may: Record<Action, (one: Case) => Promise<boolean>> = {
  password: async ({ service, own, email }) => isSentOn(await (await start(service, own)).signIn(email)),
  code: async ({ service, own, email }) => {
    const sent = service.mails.length;
    const browser = await start(service, own);
    const [request = ''] = browser.path.split('?').slice(-1);
    await browser.open(`/auth/organisation/${organisationId}/code?${request}`);
    await browser.submit({ email }, { action: 'code' });
    await expect.poll(() => service.mails.length + service.decoys.length).toBeGreaterThan(sent);
    const code = /\d{6}/.exec(service.mails[sent]?.text ?? '')?.[0] ?? '000000';
    return isSentOn(await browser.submit({ code }, { action: 'enter-code' }));
  },
  account: async (one) => (await userOf(one)) !== null,
  ownToken: ({ service, before }) => answers(service, 'user', before.ownToken),
  history: async (one) => {
    const page = await ownData(one).read((await newToken(one)) ?? '');
    return page?.history?.some(({ what }) => what === `Membership ${one.id} was added`) === true;
  },
  download: async (one) => (await ownData(one).download((await newToken(one)) ?? '', 'json')) !== null,
  erasure: async (one) => {
    const personId = one.id === idOf('merged') ? survivorId : one.id;
    await ownData(one).requestErasure((await newToken(one)) ?? '', String(personId));
    return (await findErasureRequest(one.service.store, { organisationId, personId })) !== null;
  },
  preferences: async (one) => {
    const response = await one.service.request(
      `${api}/user/members`,
      withToken((await newToken(one)) ?? 'unknown'),
    );
    return response.status === 200 && ownEntriesSchema.parse(await response.json()).Members.length > 0;
  },
  membersOnly: async (one) => {
    const user = await userOf(one);
    return user !== null && toStanding(user, today).isMember;
  },
  otherSite: async ({ service, email }) => {
    const site = await service.register({ name: 'Job board' });
    const browser = await (await start(service, site)).signIn(email);
    if (browser.page.includes('Allow and continue')) {
      await browser.submit({ answer: 'allow' }, { action: 'consent' });
      return isSentOn(browser);
    }
    return isSentAwayFrom('Job board', browser);
  },
  allowedSite: async ({ service, email, other }) => {
    const browser = await (await start(service, other)).signIn(email);
    // The permission of a merged record has ended.
    if (browser.page.includes('Allow and continue'))
      await browser.submit({ answer: 'allow' }, { action: 'consent' });
    return isSentOn(browser) || isSentAwayFrom('Conference site', browser);
  },
  otherToken: ({ service, before }) => answers(service, 'user', before.otherToken),
  lists: ({ service, before }) => answers(service, 'members', before.otherToken),
  messages: async ({ service: { store }, id }) => {
    const sent: unknown[] = [];
    const send = createMemberMail({
      store,
      clock: () => new Date(`${today}T10:00:00Z`),
      mailer: async (mail) => {
        sent.push(mail);
        return 'sent';
      },
      organisationId,
    });
    for (const membership of [id, id + 500])
      await send({
        membershipId: String(membership),
        subject: 'Hello',
        text: 'Hello',
        replyTo: 'a@b.example',
      });
    return sent.length > 0;
  },
  // A new password ends earlier tokens.
  link: async ({ service, own, email }) => {
    const sent = service.mails.length;
    const browser = await start(service, own);
    const [request = ''] = browser.path.split('?').slice(-1);
    await browser.open(`/auth/organisation/${organisationId}/forgotten?${request}`);
    const decoys = service.decoys.length;
    await browser.submit({ email }, { action: 'forgotten' });
    await expect.poll(() => service.mails.length + service.decoys.length).toBeGreaterThan(sent + decoys);
    const link = /https:\S+/.exec(service.mails[sent]?.text ?? '')?.[0];
    if (link === undefined) return false;
    await browser.open(link.slice('https://members.example'.length));
    await browser.submit({ password }, { action: 'set-password' });
    return isSentOn(await (await start(service, own)).signIn(email));
  },
  inviteAll: async ({ service: { store, now }, id }) => {
    const personId = id === idOf('merged') ? survivorId : id;
    await store.auth.deleteFrom('account').where('person_id', '=', personId).execute();
    return (await findUninvited(store, { organisationId, now })).includes(personId);
  },
  invite: async ({ service: { store, now }, id }) => {
    const sent: string[] = [];
    const links = { store, baseUrl: 'https://members.example', mailer, now };
    async function mailer(mail: { to: string }) {
      sent.push(mail.to);
      return 'sent' as const;
    }
    const refusal = await findPersonId(store, organisationId, { person: id })
      .then((personId) => invite(links, { organisationId, personId }))
      .then(
        () => null,
        (error: Error) => error.message,
      );
    if (refusal === null) return sent.length === 1;
    expect(refusal).toMatch(/has no membership, committee seat or role|There is no person/);
    return false;
  },
};

describeUsualEngines('the rights of', (store) => {
  const cases = new Map<Situation, Case>();

  beforeAll(async () => {
    const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
      withMembersWriter(store(), writerContext(organisationId), work);
    const ids = rights.situations.map(({ key }) => idOf(key));
    await write(async (writer) => {
      await putSampleStructure(writer, { id: organisationId, name: 'Guild of Bakers', timeZone: 'UTC' });
      await writer.memberships.put(
        sampleMember(parentId, { kind: 'corporate' }, { organisation: 'Mill Ltd' }),
      );
      for (const id of ids) await put(writer, id, {});
      const survivor = sampleMember(survivorId, {});
      await writer.memberships.put({ ...survivor, person: { ...personOf(idOf('merged')), id: survivorId } });
    });
    for (const personId of [...ids, survivorId])
      await setPassword(store(), { organisationId, personId, password });
    const service = startService(store());
    const own = await service.registerOwn();
    const other = await service.register({ scopes: ['user', 'members'] });
    for (const { key } of rights.situations) cases.set(key, await signInBefore(key, own, other));
    await write(async (writer) => {
      for (const { key } of rights.situations) await become[key]?.(writer, idOf(key), store());
    });
    await settleAccountMoves(store(), service.now, async () => undefined);
    await beginErasure(store(), {
      organisationId,
      personId: idOf('erased'),
      request: { newContactId: null, withCompany: false, repeats: null },
      cause: testCause,
      startedAt: service.now,
    });
    const dataDir = mkdtempSync(join(tmpdir(), 'erasures-'));
    const [erased] = await settleErasures(store(), { dataDir, clock: () => service.now });
    rmSync(dataDir, { recursive: true });
    expect(erased?.tombstone).not.toBeNull();
  });

  async function signInBefore(key: Situation, own: RegisteredClient, other: RegisteredClient): Promise<Case> {
    const service = startService(store());
    service.address = `192.0.2.${idOf(key)}`;
    const email = personOf(idOf(key)).email;
    const chosen = { person: String(idOf(key)) };
    const signIn = async (client: RegisteredClient) => {
      const browser = await (await start(service, client)).signIn(email);
      if (browser.path.includes('/choose')) await browser.submit(chosen, { action: 'choose' });
      if (browser.page.includes('Allow and continue'))
        await browser.submit({ answer: 'allow' }, { action: 'consent' });
      return tokenOf(await exchange(service, client, browser.callback().get('code') ?? ''));
    };
    const before = { ownToken: await signIn(own), otherToken: await signIn(other) };
    return { service, id: idOf(key), email, own, other, before };
  }

  describe.each(rights.situations)('$name', ({ key }) => {
    test.each(rights.actions)('to $name', async ({ key: action, may: allowed }) => {
      const one = cases.get(key);
      if (one === undefined) throw new Error('every situation has its person');
      expect(await may[action]?.(one)).toBe(allowed.includes(key));
    });
  });
});

describe('the table of rights', () => {
  test('has a check for each action and a person for each situation, and uses no other words', () => {
    const situations = rights.situations.map(({ key }) => key);
    expect(Object.keys(become)).toEqual(situations);
    expect(Object.keys(may)).toEqual(rights.actions.map(({ key }) => key));
    for (const { may: allowed } of rights.actions)
      expect(allowed.every((key) => situations.includes(key))).toBe(true);
  });
});

function idOf(situation: Situation): number {
  return rights.situations.findIndex(({ key }) => key === situation) + 1;
}

function personOf(id: number, organisation = '') {
  return sampleMember(id, {}, { email: `person${id}@example.org`, organisation }).person;
}

function put(writer: MembersWriter, id: number, membership: Parameters<typeof sampleMember>[1]) {
  const member = sampleMember(id, { show: takesMessages, ...membership });
  return writer.memberships.put({ ...member, person: personOf(id) });
}

function start(service: TestService, client: RegisteredClient): Promise<Browser> {
  return service.browser().open(authorizePath(client));
}

function isSentOn(browser: Browser): boolean {
  return /^https:\/\/site\.example\/callback\?code=/.test(browser.response.headers.get('Location') ?? '');
}

/** Checks that the sign-in failed, or that the page gave the reason and led back to the client. */
async function isSentAwayFrom(client: string, browser: Browser): Promise<false> {
  if (browser.page.includes('Email or password is incorrect')) return false;
  expect(browser.page).toContain('<h1>You are no longer a member of Guild of Bakers</h1>');
  expect(browser.page).toContain(`${client} is for members of Guild of Bakers.`);
  await browser.submit({}, { action: 'members-only' });
  expect(Object.fromEntries(browser.callback())).toEqual({
    error: 'access_denied',
    error_description: 'Only members can sign in',
    state: 'xyz',
  });
  return false;
}

function ownData({ service, own }: Case): OwnData {
  return createOwnData({
    store: service.store,
    clock: () => service.now,
    baseUrl: 'https://members.example',
    rateLimits: defaultRateLimits,
    ownClientId: own.id,
    contactEmail: null,
    mailer: async () => 'sent',
    later: new LaterWork({ delayMs: () => 0 }),
    logError: () => undefined,
    organisationId,
  });
}

/** A token of the directory's own client. null: the person cannot sign in. */
async function newToken({ service, own, email }: Case): Promise<string | null> {
  const browser = await (await start(service, own)).signIn(email);
  if (!isSentOn(browser)) return null;
  return tokenOf(await exchange(service, own, browser.callback().get('code') ?? ''));
}

async function userOf(one: Case) {
  const token = await newToken(one);
  if (token === null) return null;
  const { service } = one;
  const response = await service.request(`${api}/user`, withToken(token));
  return response.status === 200 ? loggedInUserSchema.parse(await response.json()) : null;
}

/** false: the token is refused like an unknown one. */
async function answers(service: TestService, path: string, token: string): Promise<boolean> {
  const response = await service.request(`${api}/${path}`, withToken(token));
  if (response.status === 200) return true;
  const unknown = await service.request(`${api}/${path}`, withToken('unknown'));
  const withoutId = (text: string) =>
    z.object({ error: z.string(), error_description: z.string() }).parse(JSON.parse(text));
  expect(withoutId(await response.text())).toEqual(withoutId(await unknown.text()));
  expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([
    401,
    unknown.headers.get('WWW-Authenticate'),
  ]);
  return false;
}
