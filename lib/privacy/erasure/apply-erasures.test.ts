import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { readTombstones } from '@/lib/store/tombstone';
import { removeOrganisation } from '@/lib/store/remove-organisation';
import { withMembersWriter } from '@/lib/store/write';
import { applyErasures } from './apply-erasures';
import { erasePerson, planErasure } from './erase-person';
import { readErasedFromDirectory } from './erased-from-directory';
import { describeErasure } from './erasure.fixture';
import { readErasures } from './erasures-file';
import { beginErasure, settleErasures } from './settle-erasures';

let organisationId = 0;
const clock = () => new Date('2026-05-03T02:00:00Z');
const request = { newContactId: null, withCompany: false, repeats: null };

describeErasure('an older backup', (context) => {
  const store = () => context().store;
  const file = () => join(context().dataDir, 'erasures.jsonl');
  const write = () => ({ organisationId, clock, areaCentre: noAreaCentre, cause: testCause });
  const services = () => ({ dataDir: context().dataDir, clock });
  const putMember = (id: number, email: string) =>
    withMembersWriter(store(), write(), (writer) =>
      writer.memberships.put(sampleMember(id, {}, { id, email })),
    );
  const persons = async () => {
    const rows = await store()
      .members.selectFrom('person')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  /** Restores the state of an older backup: the databases have the member and no tombstone. */
  const putBack = async () => {
    for (const table of ['erasure', 'last_id', 'journal'] as const)
      await store().members.deleteFrom(table).where('organisation_id', '=', organisationId).execute();
    await putMember(1, 'zoe@members.example');
    await setPassword(store(), { organisationId, personId: 1, password: 'a good password' }, clock());
  };

  beforeEach(async () => {
    organisationId += 1;
    await withMembersWriter(store(), write(), (writer) => putSampleStructure(writer, { id: organisationId }));
    await putMember(1, 'zoe@members.example');
    await putMember(2, 'other@members.example');
    const erasure = { organisationId, personId: 1, request, cause: testCause, startedAt: clock() };
    await beginErasure(store(), erasure);
    await settleErasures(store(), services());
  });
  afterEach(() => rmSync(file()));

  it('the person and the account are erased again, and the ID is not reused', async () => {
    await putBack();
    expect(await persons()).toEqual([1, 2]);
    expect(await applyErasures(store(), services())).toMatchObject({ erased: 1, problems: [] });
    expect(await persons()).toEqual([2]);
    const accounts = store().auth.selectFrom('account').select('person_id');
    expect(await accounts.where('organisation_id', '=', organisationId).execute()).toEqual([]);
    const next = await withMembersWriter(store(), write(), async (writer) => [
      await writer.nextId('person'),
      await writer.nextId('membership'),
    ]);
    expect(next).toEqual([3, 3]);
    expect(await applyErasures(store(), services())).toMatchObject({ erased: 0 });
  });

  it('a different person with the same ID is not erased, and the operator is told', async () => {
    await putBack();
    await withMembersWriter(store(), write(), async (writer) => {
      await writer.memberships.put(
        sampleMember(
          1,
          { membershipNumber: 'Other' },
          { id: 1, email: 'x@example.com', lastName: 'Stranger' },
        ),
      );
    });
    await store().members.deleteFrom('journal').where('organisation_id', '=', organisationId).execute();
    const { erased, problems } = await applyErasures(store(), services());
    expect(erased).toBe(0);
    expect(problems).toEqual([
      `Person 1 of organisation ${organisationId} was erased on 2026-05-03, but the database has somebody else with this ID, who is not erased`,
    ]);
    expect(await persons()).toEqual([1, 2]);
    const accounts = store().auth.selectFrom('account').select('person_id');
    expect(await accounts.where('organisation_id', '=', organisationId).execute()).toEqual([
      { person_id: 1 },
    ]);
  });

  it('an account that only auth.db has again is erased', async () => {
    const account = { organisation_id: organisationId, person_id: 1, password_hash: 'hash', updated_at: 1 };
    await store().auth.insertInto('account').values(account).execute();
    await applyErasures(store(), services());
    const accounts = store().auth.selectFrom('account').select('person_id');
    expect(await accounts.where('organisation_id', '=', organisationId).execute()).toEqual([]);
  });

  describe('a person who was imported again', () => {
    /** After an import with `--restore-erased`, the person has the same ID as before. */
    const restore = async () => {
      await putMember(1, 'zoe@members.example');
      await setPassword(store(), { organisationId, personId: 1, password: 'a good password' }, clock());
    };
    const accounts = () =>
      store()
        .auth.selectFrom('account')
        .select('person_id')
        .where('organisation_id', '=', organisationId)
        .execute();
    const eraseAgain = async () => {
      const later = { dataDir: context().dataDir, clock: () => new Date('2026-06-01T02:00:00Z') };
      const choices = { newContactId: null, withCompany: false, cause: testCause };
      const erasure = { organisationId, personId: 1, ...choices };
      return {
        plan: await planErasure(store(), erasure, later),
        ...(await erasePerson(store(), erasure, later)),
      };
    };

    it('stays, with the account, when the server starts', async () => {
      await restore();
      expect(await applyErasures(store(), services())).toMatchObject({ erased: 0, problems: [] });
      expect([await persons(), await accounts()]).toEqual([[1, 2], [{ person_id: 1 }]]);
      const stored = await readTombstones(store().members, organisationId);
      expect(await readErasedFromDirectory(store(), stored)).toMatchObject([{ membershipIds: new Set() }]);
    });

    it('can be erased again, and then stays erased with a backup from between the erasures', async () => {
      const before = await readTombstones(store().members, organisationId);
      await restore();
      const { plan, tombstone, isComplete } = await eraseAgain();
      expect(plan).toMatchObject({ tombstone: { membershipIds: [1] } });
      expect([isComplete, tombstone?.erasedAt]).toEqual([true, Date.UTC(2026, 5, 1, 2)]);
      expect([await persons(), await accounts()]).toEqual([[2], []]);
      const listed = readErasures(context().dataDir).filter((one) => one.organisationId === organisationId);
      expect(listed).toEqual(await readTombstones(store().members, organisationId));
      await store()
        .members.updateTable('erasure')
        .set({ tombstone: JSON.stringify(before[0]), erased_at: before[0]?.erasedAt ?? 0 })
        .where('organisation_id', '=', organisationId)
        .execute();
      await restore();
      expect(await applyErasures(store(), services())).toMatchObject({ erased: 1, problems: [] });
      expect([await persons(), await accounts()]).toEqual([[2], []]);
      expect(await applyErasures(store(), services())).toMatchObject({ erased: 0, problems: [] });
      expect((await eraseAgain()).plan).toBeNull();
    });

    it('is erased again once, even if the backup has only the first erasure and not the person', async () => {
      const before = await readTombstones(store().members, organisationId);
      await restore();
      await eraseAgain();
      await store()
        .members.updateTable('erasure')
        .set({ tombstone: JSON.stringify(before[0]) })
        .where('organisation_id', '=', organisationId)
        .execute();
      expect(await applyErasures(store(), services())).toMatchObject({ erased: 1, problems: [] });
      expect(await applyErasures(store(), services())).toMatchObject({ erased: 0, problems: [] });
    });
  });

  it('an erasure in a removed organisation is not applied until an older backup has it again', async () => {
    await removeOrganisation(store(), organisationId);
    expect(await applyErasures(store(), services())).toMatchObject({ erased: 0, problems: [] });
    const open = store().auth.selectFrom('erasure_in_progress').select('person_id');
    expect(await open.where('organisation_id', '=', organisationId).execute()).toEqual([]);
    await withMembersWriter(store(), write(), (writer) => putSampleStructure(writer, { id: organisationId }));
    await putBack();
    await putMember(2, 'other@members.example');
    expect(await applyErasures(store(), services())).toMatchObject({ erased: 1, problems: [] });
    expect(await persons()).toEqual([2]);
  });

  it('a last line that a crash cut off changes nothing', async () => {
    const text = readFileSync(file(), 'utf8');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    writeFileSync(file(), text.slice(0, -10));
    await applyErasures(store(), services());
    const lines = readFileSync(file(), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'));
    const own = lines.map((line) => JSON.parse(line) as { organisationId: number });
    expect(own.filter((one) => one.organisationId === organisationId)).toEqual(
      await readTombstones(store().members, organisationId),
    );
    await applyErasures(store(), services());
  });

  it('the start fails if a line of the file is damaged', async () => {
    writeFileSync(file(), `broken\n${readFileSync(file(), 'utf8')}`);
    await expect(applyErasures(store(), services())).rejects.toThrow(/erasures\.jsonl is damaged in line 1/);
  });
});
