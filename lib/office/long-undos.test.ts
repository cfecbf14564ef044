import { describe, expect, it } from 'vitest';
import { undoAnswerSchema } from '@/lib/contract/office-journal';
import { connectNeighbours } from '@/lib/service/neighbours.fixture';
import { noAreaCentre, sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { LongUndos, type UndoEnd } from './long-undos';
import { officePeople, startTestOffice } from './office.fixture';

const ended: UndoEnd = {
  result: { Rows: 7, Undone: 7, SharedNumbers: [], ConflictCount: 0, Conflicts: [] },
  problem: '',
};

function makePromise<T>() {
  let settle: { resolve: (value: T) => void; reject: (error: unknown) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return {
    promise,
    resolve: (value: T) => settle?.resolve(value),
    reject: (error: unknown) => settle?.reject(error),
  };
}

function makeWork(key = 'undo 1') {
  const progress: ((done: number) => void)[] = [];
  const { promise, resolve, reject } = makePromise<UndoEnd>();
  const started: string[] = [];
  const work = {
    key,
    total: 7,
    work: (onProgress: (done: number) => void) => {
      started.push(key);
      progress.push(onProgress);
      return promise;
    },
    describe: (error: unknown) => `the text of ${String(error)}`,
  };
  return { work, started, note: (done: number) => progress.forEach((one) => one(done)), resolve, reject };
}

describe('undos that take longer than a request', () => {
  it('run once for each key, and show how far they are', async () => {
    const undos = new LongUndos(null, { waitMs: 0 });
    const { work, started, note } = makeWork();
    expect(await undos.run(work)).toEqual({ key: 'undo 1', done: 0, total: 7, end: null });
    note(5);
    expect(await undos.run(work)).toMatchObject({ done: 5, end: null });
    expect(await undos.find('undo 1')).toMatchObject({ done: 5, end: null });
    expect(await undos.find('undo 2')).toBeNull();
    expect(started).toEqual(['undo 1']);
  });

  it('show their end once', async () => {
    const undos = new LongUndos(null, { waitMs: 0 });
    const { work, resolve } = makeWork();
    await undos.run(work);
    resolve(ended);
    expect(await undos.find('undo 1')).toMatchObject({ end: ended });
    expect(await undos.find('undo 1')).toBeNull();
  });

  it('are known in all processes of the server, which show the end once', async () => {
    const [one, other] = connectNeighbours(2).neighbours.map((of) => new LongUndos(of, { waitMs: 0 }));
    const { work, started, resolve } = makeWork();
    await one?.run(work);
    expect(await other?.run(work)).toMatchObject({ total: 7, end: null });
    resolve(ended);
    await expect.poll(() => other?.find('undo 1')).toMatchObject({ end: ended });
    expect(await one?.find('undo 1')).toBeNull();
    expect(started).toHaveLength(1);
  });

  it('throw to a request that still waits, and otherwise have a text for the next one', async () => {
    const patient = new LongUndos(null, { waitMs: 600_000 });
    const first = makeWork();
    const waiting = patient.run(first.work);
    first.reject(new Error('wrong'));
    await expect(waiting).rejects.toThrow('wrong');
    expect(await patient.find('undo 1')).toBeNull();
    const undos = new LongUndos(null, { waitMs: 0 });
    const second = makeWork();
    await undos.run(second.work);
    second.reject('late');
    expect(await undos.find('undo 1')).toMatchObject({ end: { result: null, problem: 'the text of late' } });
  });
});

let organisationId = 9860;

describeUsualEngines('the undo of a run that takes longer than a request', (store) => {
  /** An office with the import of member 500. */
  async function start() {
    organisationId += 1;
    const undos = new LongUndos(null, { waitMs: 0 });
    const office = await startTestOffice(store(), organisationId, undefined, noAreaCentre, undos);
    const runId = await office.write(async (writer) => {
      const actor = { kind: 'person', id: String(officePeople.owner) } as const;
      const run = await writer.runs.start({ actor, source: 'x.csv', fileHash: null, mapping: null });
      await writer.memberships.put(sampleMember(500, {}, samplePerson({ id: 500, firstName: 'Imported' })));
      return run;
    });
    const ask = async (person: number, headers: Record<string, string> = {}, Force = false) => {
      const token = await office.ownToken({ personId: person });
      const answer = await office.office('POST', 'journal/undo', {
        token,
        body: { Run: String(runId), Force },
        headers,
      });
      return undoAnswerSchema.parse(await answer.json());
    };
    // Another writer holds the undo up.
    const { promise: gate, resolve } = makePromise<void>();
    const block = () => {
      const blocking = office.write(() => gate);
      return async () => {
        resolve();
        await blocking;
      };
    };
    return { office, ask, block };
  }

  const trial = { 'Validate-Only': 'true' };
  const running = (IsTrial: boolean) => ({ Progress: { IsTrial, Done: 0, Total: 2 } });

  it('goes on after the response, and the next request gets its end', async () => {
    const { office, ask, block } = await start();
    const open = block();
    expect(await ask(officePeople.owner)).toEqual(running(false));
    expect(await ask(officePeople.owner, trial)).toEqual(running(false));
    // Somebody else's check has its own rights, so it is other work.
    expect(await ask(officePeople.secretary, trial)).toEqual(running(true));
    await open();
    await expect.poll(() => ask(officePeople.owner, trial)).toEqual({ Ended: { Undone: 2, Problem: null } });
    await expect
      .poll(() => ask(officePeople.secretary, trial))
      .toMatchObject({ Rows: 2, Undone: 0, ConflictCount: 0 });
    const left = await office.write((writer) => writer.memberships.findMany([500]));
    expect(left.size).toBe(0);
  });

  it('is checked with and without force by itself', async () => {
    const { office, ask, block } = await start();
    await office.write((writer) =>
      writer.memberships.put(sampleMember(500, {}, samplePerson({ id: 500, firstName: 'Changed' }))),
    );
    const open = block();
    const plain = () => ask(officePeople.owner, trial);
    const forced = () => ask(officePeople.owner, trial, true);
    expect([await plain(), await forced()]).toEqual([running(true), running(true)]);
    await open();
    const endOf = async (check: typeof plain) => {
      let answer = await check();
      while ('Progress' in answer) answer = await check();
      return answer;
    };
    expect(await endOf(forced)).toMatchObject({ Undone: 2 });
    expect(await endOf(plain)).toMatchObject({ Undone: 0, ConflictCount: 1 });
  });
});
