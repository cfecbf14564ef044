import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ListSlots } from './list-slots';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = {
  perClient: 2,
  perNetwork: 3,
  total: 4,
  reads: 2,
  ownReads: 1,
  maxWaiting: 2,
  waitMs: 10_000,
};
const reader = (clientId: string, network = clientId) => ({ clientId, network, isOwn: false });
const own = { clientId: 'own', network: '127.0.0.1', isOwn: true };

async function sending(slots: ListSlots, of: ReturnType<typeof reader>) {
  const ticket = slots.ticket(of);
  await ticket.enter();
  ticket.endRead();
  return ticket;
}

it('limits the lists of a client, of a network and of all together, and frees a slot when a list has been sent', async () => {
  const slots = new ListSlots(limits);
  const first = await sending(slots, reader('a', 'n'));
  await sending(slots, reader('a', 'n'));
  const refused = expect.objectContaining({
    code: 'too_many_requests',
    headers: { 'Retry-After': '5' },
  }) as Error;
  await expect(sending(slots, reader('a', 'elsewhere'))).rejects.toEqual(refused);
  await sending(slots, reader('b', 'n'));
  await expect(sending(slots, reader('c', 'n'))).rejects.toEqual(refused);
  await sending(slots, reader('c', 'm'));
  await expect(sending(slots, reader('d', 'o'))).rejects.toEqual(refused);
  await sending(slots, own);
  first.leave();
  first.leave();
  await sending(slots, reader('d', 'o'));
  await expect(sending(slots, reader('e', 'p'))).rejects.toEqual(refused);
});

it('makes lists wait for their turn to be read, with our own directory first and with an extra read', async () => {
  const slots = new ListSlots({ ...limits, total: 9 });
  const tickets = [];
  for (const name of ['a', 'b']) {
    const ticket = slots.ticket(reader(name));
    await ticket.enter();
    tickets.push(ticket);
  }
  const ownFirst = slots.ticket(own);
  await ownFirst.enter();
  const order: string[] = [];
  const waiting = [reader('c'), own].map((of) => {
    const ticket = slots.ticket(of);
    return ticket.enter().then(() => void order.push(of.clientId));
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(order).toEqual([]);
  tickets[0]?.endRead();
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['own']);
  tickets[1]?.leave();
  await Promise.all(waiting);
  expect(order).toEqual(['own', 'c']);
});

it('refuses to queue a list when many wait, and after 10 seconds', async () => {
  const slots = new ListSlots({ ...limits, total: 9 });
  for (const name of ['a', 'b']) await slots.ticket(reader(name)).enter();
  const busy = expect.objectContaining({
    code: 'temporarily_unavailable',
    headers: { 'Retry-After': '5' },
  }) as Error;
  const waiting = ['c', 'd'].map((name) => expect(slots.ticket(reader(name)).enter()).rejects.toEqual(busy));
  await expect(slots.ticket(reader('e')).enter()).rejects.toEqual(busy);
  await slots.ticket(own).enter();
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(waiting);
  for (const name of ['c', 'd', 'e']) {
    const again = expect(slots.ticket(reader(name)).enter()).rejects.toMatchObject({
      code: 'temporarily_unavailable',
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await again;
  }
});
