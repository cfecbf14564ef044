import { beforeAll, expect, it } from 'vitest';
import { readJournal } from './journal-read';
import { noAreaCentre, putSampleStructure, sampleMember } from './sample-members.fixture';
import { describeEachEngine, openFreshStore, testEngines } from './stores.fixture';
import { openStore } from './database';
import { withMembersWriter } from './write';
import { writeTogether } from './write-together';

const optionsOf = (actor: string, organisationId = 1) => ({
  organisationId,
  clock: () => new Date('2026-06-15T02:00:00Z'),
  areaCentre: noAreaCentre,
  cause: { actor: { kind: 'client' as const, id: actor }, reason: null },
});

describeEachEngine('small writes at the same time', (store) => {
  const put = (id: number) =>
    writeTogether(store(), optionsOf(`client ${id}`), (writer) => writer.memberships.put(sampleMember(id)));
  const version = async () =>
    (await store().members.selectFrom('organisation').select('version').executeTakeFirstOrThrow()).version;
  const actors = async (after: number) => {
    const rows = await readJournal(store().members, 1, { after, limit: 100 });
    return rows.filter(({ kind }) => kind === 'membership').map((row) => `${row.actor.id} ${row.recordId}`);
  };
  const newest = async () =>
    (await readJournal(store().members, 1, { after: 0, limit: 1, isNewest: true }))[0]?.position ?? 0;

  beforeAll(async () => {
    await withMembersWriter(store(), optionsOf('test'), (writer) => putSampleStructure(writer));
  });

  it('are made in order, each under the name of its author; all except the first share one transaction', async () => {
    const [before, after] = [await version(), await newest()];
    expect(await Promise.all([1, 2, 3, 4].map(put))).toEqual(Array(4).fill('created'));
    expect(await actors(after)).toEqual(['client 1 1', 'client 2 2', 'client 3 3', 'client 4 4']);
    expect(await version()).toBe(before + 2);
  });

  it('that fail write nothing and do not affect the others', async () => {
    const after = await newest();
    const fails = writeTogether(store(), optionsOf('client 6'), async (writer) => {
      await writer.memberships.put(sampleMember(6));
      throw new Error('no');
    });
    const results = await Promise.allSettled([put(5), put(7), fails, put(8)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await actors(after)).toEqual(['client 5 5', 'client 7 7', 'client 8 8']);
    expect(
      await writeTogether(store(), optionsOf('test'), (writer) => writer.memberships.find(6)),
    ).toBeNull();
  });

  it('see what the earlier writes in the same transaction wrote', async () => {
    const seen = await Promise.all([
      put(9),
      put(10),
      writeTogether(
        store(),
        optionsOf('test'),
        async (writer) => (await writer.memberships.find(10))?.membership.id,
      ),
    ]);
    expect(seen).toEqual(['created', 'created', 10]);
  });

  it('are refused together if their transaction cannot begin', async () => {
    let attempts = 0;
    const members = {
      transaction: () => {
        attempts += 1;
        return { execute: () => Promise.reject(new Error('the database is locked')) };
      },
    };
    const locked = { ...store(), members: members as never };
    const write = () => writeTogether(locked, optionsOf('test'), async () => null);
    const results = await Promise.allSettled([write(), write(), write(), write()]);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(attempts).toBe(2);
  });

  it('to different organisations are separate', async () => {
    const create = (id: number) =>
      writeTogether(store(), optionsOf('test', id), (writer) => putSampleStructure(writer, { id }));
    await expect(Promise.all([create(2), create(3)])).resolves.toHaveLength(2);
  });
});

it.each(testEngines)(
  'a write sees types that another process added since the last write (%s)',
  async (engine) => {
    const { store, location, remove } = await openFreshStore(engine);
    const other = await openStore(location);
    const type = async (id: number) =>
      withMembersWriter(other, optionsOf('other'), async (writer) => {
        const [first] = [...(writer.structure.current?.types.values() ?? [])];
        if (first !== undefined)
          await writer.structure.putMembershipTypes([{ ...first, id, name: `Type ${id}` }]);
      });
    const put = (typeId: number) =>
      withMembersWriter(store, optionsOf('test'), (writer) =>
        writer.memberships.put(sampleMember(1, { typeId })),
      );
    await withMembersWriter(store, optionsOf('test'), (writer) => putSampleStructure(writer));
    await put(1);
    await type(77);
    expect(await put(77)).toBe('updated');
    // A failed change to the structure is forgotten.
    const failed = withMembersWriter(store, optionsOf('test'), async (writer) => {
      await writer.structure.putCategories([{ id: 99, name: 'Never stored', description: '' }]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    const has = await withMembersWriter(store, optionsOf('test'), async (writer) =>
      writer.structure.current?.categories.has(99),
    );
    expect(has).toBe(false);
    await other.close();
    await remove();
  },
);
