/** Who can find a sign-in in progress, choose a person in it, and end it. */
import { expect, test } from 'vitest';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { seedCast } from '@/lib/service/sign-in-service.fixture';
import {
  choiceProof,
  closeChoices,
  consumeRequest,
  dropSurplusRequests,
  findLatestRequest,
  findRequest,
  setCandidates,
  startRequest,
} from './pending-requests';

describeEachEngine('a sign-in in progress', (store) => {
  seedCast(store);
  const time = Date.parse('2026-03-01T10:00:00Z');
  const at = (seconds: number) => new Date(time + seconds * 1000);
  const organisationId = 100;
  const begin = (interaction: string, { second = 0, source = 'device:1' } = {}) => {
    const purpose = { clientId: null, path: `/${interaction}/${second}` };
    return startRequest(store(), { organisationId, interaction, purpose, source }, at(second));
  };
  const find = (handle: string, interaction: string, now = at(0)) =>
    findRequest(store(), { organisationId, handle, interaction }, now);
  const provenBy = (handle: string, personId: number) =>
    store()
      .auth.transaction()
      .execute((transaction) => choiceProof({ handle, candidatesBy: null }, personId).lock(transaction));

  test('is found only in its organisation and browser, for 30 minutes', async () => {
    const handle = await begin('own');
    expect(await find(handle, 'own', at(1799))).toMatchObject({ handle, isFinished: false });
    expect(await find(handle, 'own', at(1800))).toBeNull();
    expect(await find(handle, 'another')).toBeNull();
    const elsewhere = { organisationId: 101, handle, interaction: 'own' };
    expect(await findRequest(store(), elsewhere, at(0))).toBeNull();
  });

  test('ends once, and no other sign-in ends with it', async () => {
    const [handle, other] = [await begin('once'), await begin('once', { second: 1 })];
    await setCandidates(store().auth, handle, [1]);
    expect(await consumeRequest(store(), handle, at(2))).toBe(true);
    expect(await consumeRequest(store(), handle, at(2))).toBe(false);
    expect(await find(handle, 'once')).toMatchObject({ isFinished: true, candidates: [] });
    expect(await find(other, 'once')).toMatchObject({ isFinished: false });
  });

  test('the sign-in that the browser started last is continued, if it is still open', async () => {
    const latest = (interaction: string, seconds = 3, organisation = organisationId) =>
      findLatestRequest(store(), { organisationId: organisation, interaction }, at(seconds));
    await begin('latest', { second: 0 });
    const second = await begin('latest', { second: 2 });
    await begin('not latest', { second: 3 });
    expect(await latest('nobody')).toBeNull();
    expect(await latest('latest', 3, 101)).toBeNull();
    expect(await latest('latest', 1802)).toBeNull();
    await consumeRequest(store(), second, at(3));
    expect((await latest('latest', 1))?.purpose).toEqual({ clientId: null, path: '/latest/0' });
    await begin('latest', { second: 4 });
    expect((await latest('latest', 4))?.purpose).toEqual({ clientId: null, path: '/latest/4' });
  });

  test('proves only a person who may be chosen in it, until the choices of its browser are closed', async () => {
    const [handle, other] = [await begin('choice'), await begin('another choice')];
    await setCandidates(store().auth, handle, [1, 2]);
    expect(await provenBy(handle, 2)).toEqual([2]);
    expect(await provenBy(handle, 3)).toEqual([]);
    expect(await provenBy(other, 2)).toEqual([]);
    await setCandidates(store().auth, other, [3]);
    expect(await provenBy(handle, 2)).toEqual([2]);
    await closeChoices(store(), 'choice');
    expect(await provenBy(handle, 2)).toEqual([]);
    expect(await provenBy(other, 3)).toEqual([3]);
  });

  test('finished sign-ins are deleted first to make room, and then the oldest', async () => {
    await store().auth.deleteFrom('authorize_request').execute();
    const [open, ended] = [await begin('room'), await begin('room', { second: 1 })];
    await consumeRequest(store(), ended, at(2));
    await dropSurplusRequests(store(), 1);
    expect([await find(open, 'room'), await find(ended, 'room')]).toEqual([expect.anything(), null]);
    await store().auth.deleteFrom('authorize_request').execute();
    const handles: string[] = [];
    for (let second = 0; second < 8; second += 1)
      handles.push(await begin('room', { second, source: `device:${second}` }));
    await dropSurplusRequests(store(), 4);
    const found = await Promise.all(handles.map((handle) => find(handle, 'room')));
    expect(found.map((one) => one !== null)).toEqual([...Array(4).fill(false), ...Array(4).fill(true)]);
  });
});
