/** A full archive with one harmful change is refused completely. Neither database changes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleSize } from '@/lib/base/test-strength';
import { archiveParts } from '@/lib/transfer/archive/parts';
import { exportMembers } from '@/lib/transfer/import/export-members';
import { importArchive } from '@/lib/transfer/import/import-archive';
import { ImportError } from '@/lib/transfer/import/import-error';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { byCommand } from '@/lib/store/journal';
import type { Store } from '@/lib/store/database';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { noAreaCentre, putSampleStructure } from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { addMovedOrganisation, organisationId } from './moved-organisation.fixture';

type Json = Record<string, unknown>;
type Archive = Record<string, Json[]>;

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-hostile-full-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'everything.json');
const clock = () => new Date('2026-03-02T01:00:00Z');
const request = {
  path,
  organisationId,
  isDryRun: false,
  replaces: false,
  confirmedRemovals: null,
  acceptsRoles: true,
};

/** Writes one record per line, like `export`. */
function toText(archive: Archive): string {
  const parts = Object.entries(archive).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${parts.join(',\n')}}\n`;
}

function elementOf(archive: Archive, part: string, at = 0): Json {
  const element = archive[part]?.at(at);
  if (element === undefined) throw new Error(`the archive has no ${part}[${at}]`);
  return element;
}

/** Changes the archive. Returns the name of the element that the import must refuse. */
type Change = (archive: Archive) => Json;

const set =
  (part: string, values: Json, at = 0): Change =>
  (archive) =>
    Object.assign(elementOf(archive, part, at), values);

const setClient =
  (name: string, values: Json): Change =>
  (archive) => {
    const client = archive.Clients?.find((one) => one.Name === name);
    if (client === undefined) throw new Error(`the archive has no client ${name}`);
    return Object.assign(client, values);
  };

/** Changes the client's ID, and sorts the clients by their IDs. */
const renameClient =
  (name: string, id: string): Change =>
  (archive) => {
    const client = setClient(name, { ID: id })(archive);
    archive.Clients?.sort((one, other) => (String(one.ID) < String(other.ID) ? -1 : 1));
    return client;
  };

const without =
  (part: string, name: string): Change =>
  (archive) => {
    const element = elementOf(archive, part);
    delete element[name];
    return element;
  };

const swapFirst =
  (part: string): Change =>
  (archive) => {
    const [first, second, ...rest] = archive[part] ?? [];
    if (first === undefined || second === undefined) throw new Error(`${part} has fewer than two elements`);
    archive[part] = [second, first, ...rest];
    return first;
  };

const repeatFirst =
  (part: string, values: Json = {}): Change =>
  (archive) => {
    const again = { ...elementOf(archive, part), ...values };
    archive[part]?.splice(1, 0, again);
    return again;
  };

const hash = (cost: string, form = '$argon2id$v=19$') =>
  `${form}${cost}$${Buffer.alloc(16, 1).toString('base64').replaceAll('=', '')}$${Buffer.alloc(32, 2).toString('base64').replaceAll('=', '')}`;
const later = 253_402_300_800_000;

const refused: [title: string, change: Change, field: string, reason: RegExp][] = [
  [
    'a bcrypt hash',
    set('Accounts', { PasswordHash: '$2b$12$abcdefghijklmnopqrstuv' }),
    'Accounts[0].PasswordHash',
    /argon2id/,
  ],
  [
    'argon2i',
    set('Accounts', { PasswordHash: hash('m=19456,t=2,p=1', '$argon2i$v=19$') }),
    'Accounts[0].PasswordHash',
    /argon2id/,
  ],
  [
    'an old version of argon2id',
    set('Accounts', { PasswordHash: hash('m=19456,t=2,p=1', '$argon2id$v=16$') }),
    'Accounts[0].PasswordHash',
    /argon2id/,
  ],
  [
    'a hash that takes 4 TiB',
    set('Accounts', { PasswordHash: hash('m=4294967295,t=2,p=1') }),
    'Accounts[0].PasswordHash',
    /costs too much/,
  ],
  [
    'a hash that takes a million passes',
    set('Accounts', { PasswordHash: hash('m=19456,t=1000000,p=1') }),
    'Accounts[0].PasswordHash',
    /costs too much/,
  ],
  [
    'a hash with 255 lanes',
    set('Accounts', { PasswordHash: hash('m=19456,t=2,p=255') }),
    'Accounts[0].PasswordHash',
    /costs too much/,
  ],
  [
    'a hash with more text after it',
    set('Accounts', { PasswordHash: `${hash('m=19456,t=2,p=1')}\n` }),
    'Accounts[0].PasswordHash',
    /argon2id/,
  ],
  [
    'a passkey with the ID of another',
    set('Passkeys', { ID: 'a'.repeat(64) }),
    'Passkeys[0].ID',
    /not the hash/,
  ],
  ['a passkey without a person', set('Passkeys', { PersonID: '9999' }), 'Passkeys[0].PersonID', /no person/],
  [
    'a passkey whose key is no key',
    set('Passkeys', { PublicKey: 'a key' }),
    'Passkeys[0].PublicKey',
    /base64url/,
  ],
  ['positions out of order', swapFirst('Journal'), 'Journal[1]', /come after/],
  [
    'a position twice',
    (archive) => set('Journal', { Position: elementOf(archive, 'Journal').Position }, 1)(archive),
    'Journal[1]',
    /twice/,
  ],
  [
    'a position beyond the year 9999',
    set('Journal', { Position: later }, -1),
    'Journal[-1].Position',
    /whole number/,
  ],
  [
    'a position after the newest',
    set('Journal', { Position: later - 1 }, -1),
    'Journal[-1].Position',
    /after the newest/,
  ],
  [
    'a newest position beyond the year 9999',
    set('State', { Position: later }),
    'State[0].Position',
    /whole number/,
  ],
  ['a position before its time', set('Journal', { Position: 1 }), 'Journal[0].Position', /its time/],
  [
    'a journal whose oldest position is after its newest',
    set('State', { KeptAfter: later - 1 }),
    'State[0].KeptAfter',
    /after Position/,
  ],
  [
    'a row before the oldest position of the journal',
    (archive) => {
      set('State', { KeptAfter: elementOf(archive, 'Journal').Position })(archive);
      return elementOf(archive, 'Journal');
    },
    'Journal[0].Position',
    /KeptAfter/,
  ],
  ['a second state', repeatFirst('State'), 'State[1]', /twice/],
  [
    'an account without a person',
    set('Accounts', { PersonID: '9999' }, -1),
    'Accounts[-1].PersonID',
    /no person/,
  ],
  [
    'a consent without a person',
    set('Consents', { PersonID: '9999' }, -1),
    'Consents[-1].PersonID',
    /no person/,
  ],
  ['a role without a person', set('Roles', { PersonID: '9999' }, -1), 'Roles[-1].PersonID', /no person/],
  ['a view without a person', set('SavedViews', { PersonID: '9999' }), 'SavedViews[0].PersonID', /no person/],
  [
    'a request for erasure without a person',
    set('ErasureRequests', { PersonID: '9999' }),
    'ErasureRequests[0].PersonID',
    /no person/,
  ],
  [
    'an alias of a person who does not exist',
    set('Aliases', { PersonID: '9999' }),
    'Aliases[0].PersonID',
    /no person/,
  ],
  ['an alias that is a person', set('Aliases', { ID: '1' }), 'Aliases[0].ID', /ID of a person/],
  [
    'an erased person who is in the archive',
    set('Erasures', { PersonID: '1' }),
    'Erasures[0].PersonID',
    /not erased/,
  ],
  [
    'a chapter that does not exist',
    set('RoleChapters', { ChapterID: '9999' }),
    'RoleChapters[0].ChapterID',
    /no such chapter/,
  ],
  ['a role that does not exist', set('Roles', { Role: 'root' }), 'Roles[0].Role', /owner/],
  [
    'a consent to a client that does not exist',
    set('Consents', { ClientID: '~' }, -1),
    'Consents[-1].ClientID',
    /no such client/,
  ],
  [
    'a consent to a scope that does not exist',
    set('Consents', { Scope: 'everything' }),
    'Consents[0].Scope',
    /scopes/,
  ],
  [
    'a client with a scope that does not exist',
    setClient('Reader', { Scopes: 'basic all' }),
    'Clients[*].Scopes',
    /scopes/,
  ],
  ['a client without a scope', setClient('Reader', { Scopes: '' }), 'Clients[*].Scopes', /scope/],
  [
    'a public client that reads members',
    setClient('App', { Scopes: 'members user' }),
    'Clients[*].Scopes',
    /public client/,
  ],
  [
    "another site with the office's scope",
    setClient('Reader', { Scopes: 'basic office' }),
    'Clients[*].Scopes',
    /office/,
  ],
  [
    'a redirect address of a script',
    setClient('Conference site', { RedirectURIs: ['javascript:alert(1)'] }),
    'Clients[*].RedirectURIs',
    /cannot be used/,
  ],
  [
    'a redirect address with a fragment',
    setClient('Conference site', { RedirectURIs: ['https://site.example/#x'] }),
    'Clients[*].RedirectURIs',
    /cannot be used/,
  ],
  [
    'a redirect address without TLS',
    setClient('Conference site', { RedirectURIs: ['http://site.example/callback'] }),
    'Clients[*].RedirectURIs',
    /cannot be used/,
  ],
  [
    'redirect addresses as one text',
    setClient('Conference site', { RedirectURIs: 'https://site.example/' }),
    'Clients[*].RedirectURIs',
    /list/,
  ],
  [
    'a public client without PKCE',
    setClient('App', { RequiresPKCE: false }),
    'Clients[*].RequiresPKCE',
    /public client/,
  ],
  [
    'a first-party client without --first-party',
    setClient('Conference site', { IsFirstParty: true }),
    'Clients[*].IsFirstParty',
    /--first-party/,
  ],
  ['a client ID with a colon', renameClient('Reader', 'a:b'), 'Clients[*].ID', /characters/],
  [
    'a client secret that is not hashed',
    setClient('Reader', { SecretHash: 'secret' }),
    'Clients[*].SecretHash',
    /SHA-256/,
  ],
  [
    'the client of another organisation',
    renameClient('Reader', 'taken'),
    'Clients[*].ID',
    /another organisation/,
  ],
  ['a client twice', repeatFirst('Clients'), 'Clients[1]', /twice/],
  ['an account twice', repeatFirst('Accounts', { PasswordHash: null }), 'Accounts[1]', /twice/],
  ['an ID of another system twice', repeatFirst('ExternalIDs', { ID: '2' }), 'ExternalIDs[1]', /twice/],
  [
    'an ID of another system without a membership',
    set('ExternalIDs', { ID: '9999' }),
    'ExternalIDs[0].ID',
    /no such membership/,
  ],
  ['an import twice', repeatFirst('Imports'), 'Imports[1]', /twice/],
  [
    'a person who has a membership',
    (archive) => {
      const { User } = elementOf(archive, 'Memberships');
      const person = { ...(User as Json) };
      archive.People?.push(person);
      return person;
    },
    'People[-1].ID',
    /with a membership/,
  ],
  [
    'a time of a membership that does not exist',
    set('DateModified', { ID: '9999' }, -1),
    'DateModified[-1].ID',
    /no such membership/,
  ],
  ['an instant as a number', set('Accounts', { UpdatedAt: 5 }), 'Accounts[0].UpdatedAt', /must be a time/],
  ['a flag as text', setClient('Reader', { SendsIss: 'yes' }), 'Clients[*].SendsIss', /true/],
  ['an ID as a number', set('Roles', { PersonID: 1 }), 'Roles[0].PersonID', /must be/],
  ['a missing field', without('Journal', 'Kind'), 'Journal[0].Kind', /missing/],
  [
    'a field that does not exist',
    set('Accounts', { IsAdmin: true }),
    'Accounts[0].IsAdmin',
    /not a known field/,
  ],
  [
    'a word that does not exist',
    set('AccountJournal', { Operation: 'granted' }),
    'AccountJournal[0].Operation',
    /password set/,
  ],
  [
    'changes of a row that has none',
    set('Journal', { Operation: 'created', Changes: {} }, -1),
    'Journal[-1].Changes',
    /null/,
  ],
  ['text with a null character', set('Sites', { Source: 'a\0b' }), 'Sites[0].Source', /control character/],
  ['a tombstone of another form', set('Erasures', { Tombstone: {} }), 'Erasures[0].Tombstone', /tombstone/],
];

/** Each of these changes is found only when the rows are written, or breaks the form of the whole file. */
const unreadable: [title: string, change: (archive: Archive) => string, message: RegExp][] = [
  [
    'a row of the account journal twice',
    (archive) => {
      const row = elementOf(archive, 'AccountJournal');
      archive.AccountJournal?.splice(1, 0, {
        ...row,
        At: new Date(Date.parse(String(row.At)) + 1).toISOString(),
      });
      return toText(archive);
    },
    /lines \d+ to \d+: AccountJournal has an element whose ID occurs twice/,
  ],
  [
    'a key of a request twice',
    (archive) => {
      const row = elementOf(archive, 'IdempotencyKeys');
      archive.IdempotencyKeys?.push({ ...row, CreatedAt: '2026-06-01T00:00:00.000Z' });
      return toText(archive);
    },
    /IdempotencyKeys has an element whose ID occurs twice/,
  ],
  ['a file that ends in a row', (archive) => toText(archive).slice(0, -200), /not whole|ends|incomplete/i],
  ['a file without its last bracket', (archive) => toText(archive).trimEnd().slice(0, -1), /ends|whole/],
  ['a missing list', ({ Consents: _left, ...archive }) => toText(archive), /Consents/],
  ['a list in another place', ({ Roles = [], ...archive }) => toText({ ...archive, Roles }), /Roles/],
];

async function everyRow({ members, auth }: Store): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const [database, db] of [
    ['members', members as Kysely<unknown>],
    ['auth', auth as Kysely<unknown>],
  ] as const) {
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
      state[`${database}.${name}`] = rows.map((row) => JSON.stringify(row)).sort();
    }
  }
  return state;
}

describe.each(testEngines)('a full archive with a harmful change on %s', (engine) => {
  const opened: FreshStore[] = [];
  let target: Store;
  let original = '';
  let empty: Record<string, unknown> = {};
  const context = () => ({ store: target, clock, areaCentre: () => null, cause: byCommand('import') });
  const copy = (): Archive => JSON.parse(original);

  beforeAll(async () => {
    for (let at = 0; at < 2; at += 1) opened.push(await openFreshStore(engine));
    const [source, other] = opened;
    if (source === undefined || other === undefined) throw new Error('two stores are open');
    target = other.store;
    await addMovedOrganisation(source.store);
    const parts: string[] = [];
    await exportMembers(
      source.store,
      { organisationId, format: 'json', parts: { hasSecrets: true, isOwnClient: () => false } },
      async (text) => void parts.push(text),
    );
    original = parts.join('');
    const write = { organisationId: 5, clock, areaCentre: noAreaCentre, cause: byCommand('test') };
    await withMembersWriter(target, write, (writer) => putSampleStructure(writer, { id: 5 }));
    const taken = { organisationId: 5, name: 'Other', scopes: ['basic' as const], redirectUris: [] };
    await createClient(target, { ...taken, credentials: { id: 'taken', secret: 'secret' } }, clock());
    empty = await everyRow(target);
  });
  afterAll(async () => {
    for (const fresh of opened) await fresh.remove();
  });

  it('has something in every list of the archive', () => {
    for (const part of ['People', ...Object.keys(archiveParts)]) {
      expect([part, copy()[part]?.length ?? 0]).not.toEqual([part, 0]);
    }
  });

  // The reader refuses these before it writes a row, so a few are enough on the second engine.
  const few = sampleSize({ usual: 5, long: refused.length });
  const tried = engine === 'sqlite' ? refused : refused.slice(0, few);

  it.each(tried)('%s is refused', async (_, change, field, reason) => {
    const archive = copy();
    const element = change(archive);
    const text = toText(archive);
    writeFileSync(path, text);
    const result = await importArchive(request, context());
    expect(result).toMatchObject({ isWritten: false, created: 0 });
    const part = field.slice(0, field.indexOf('['));
    const index = archive[part]?.indexOf(element) ?? -1;
    const start = text.split('\n').findIndex((line) => line.startsWith(`"${part}":`));
    expect(result.problems).toContainEqual(
      expect.objectContaining({
        line: start + 2 + index,
        column: field.replace(/\[(?:\*|-1)\]/, `[${index}]`),
        reason: expect.stringMatching(reason),
      }),
    );
    expect(await everyRow(target)).toEqual(empty);
  });

  it.each(unreadable)('%s is refused', async (_, change, message) => {
    writeFileSync(path, change(copy()));
    const error = await importArchive(request, context()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImportError);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(await everyRow(target)).toEqual(empty);
  });

  it('persons with a role are refused until the operator confirms them', async () => {
    writeFileSync(path, original);
    const result = await importArchive({ ...request, acceptsRoles: false }, context());
    expect(result).toMatchObject({ isWritten: false, bad: 2 });
    expect(result.problems.map(({ column, reason }) => `${column}: ${reason}`)).toEqual([
      expect.stringMatching(/^Roles\[0\]\.Role: person 1 would be officer here.*--accept-roles/),
      expect.stringMatching(/^Roles\[1\]\.Role: person 21 would be owner here.*--accept-roles/),
    ]);
    expect(await everyRow(target)).toEqual(empty);
  });

  it('without the change everything is written', async () => {
    writeFileSync(path, toText(copy()));
    expect(await importArchive(request, context())).toMatchObject({ isWritten: true, problems: [] });
  });
});
