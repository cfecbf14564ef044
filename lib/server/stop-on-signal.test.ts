import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForSignals } from './stop-on-signal';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fakeProcess() {
  const emitter = new EventEmitter();
  const exit = vi.fn();
  return Object.assign(emitter, { exit, on: emitter.on.bind(emitter) });
}

it('a signal before the server runs ends the process at once', () => {
  const target = fakeProcess();
  listenForSignals(target);
  target.emit('SIGTERM');
  expect(target.exit.mock.calls).toEqual([[0]]);
});

it.each(['SIGTERM', 'SIGINT'])('%s stops the server once, however often it comes', async (signal) => {
  const target = fakeProcess();
  const stop = vi.fn(async () => undefined);
  listenForSignals(target).runOnSignal({ stop, deadlineMs: 20_000 });
  target.emit(signal);
  target.emit(signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(stop).toHaveBeenCalledOnce();
  expect(target.exit.mock.calls).toEqual([[0]]);
});

it('the process ends at the deadline even if something never closes', async () => {
  const target = fakeProcess();
  listenForSignals(target).runOnSignal({ stop: () => new Promise(() => {}), deadlineMs: 20_000 });
  target.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(19_999);
  expect(target.exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(target.exit).toHaveBeenCalledWith(0);
});

it('a stop that fails ends the process with 1', async () => {
  const target = fakeProcess();
  const stop = () => Promise.reject(new Error('the disk is gone'));
  listenForSignals(target).runOnSignal({ stop, deadlineMs: 20_000 });
  target.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(0);
  expect(target.exit).toHaveBeenCalledWith(1);
});
