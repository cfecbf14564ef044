import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOfficeApi } from './office-api';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function officeOf(status: number, refresh: () => Promise<void>) {
  const app = {
    apiUrl: 'http://service.example',
    site: () => ({ organisationId: 1 }),
    directory: { refresh },
  } as unknown as Parameters<typeof createOfficeApi>[0];
  return createOfficeApi(app, 'token', { fetch: async () => Response.json({}, { status }) });
}

const change = { method: 'PATCH', path: 'members/1', body: {} } as const;

it('resolves after a change when the directory has it', async () => {
  const events: string[] = [];
  const refresh = async () => {
    await Promise.resolve();
    events.push('refreshed');
  };
  await officeOf(200, refresh).write(change);
  events.push('saved');
  expect(events).toEqual(['refreshed', 'saved']);
});

it.each([
  ['a refused change', 422, change],
  ['a trial', 200, { ...change, isTrial: true }],
])('does not refresh the directory for %s', async (_what, status, write) => {
  const refresh = vi.fn(async () => undefined);
  await officeOf(status, refresh).write(write);
  expect(refresh).not.toHaveBeenCalled();
});

it('waits at most two seconds for the directory', async () => {
  let isDone = false;
  const saved = officeOf(200, () => new Promise(() => undefined))
    .write(change)
    .then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await saved;
  expect(isDone).toBe(true);
});
