import { useEffect, useEffectEvent, useState } from 'react';
import { dataPathOf } from './addresses';

/** What a component reads from the server. Sources with the same key have the same data. */
export interface Source<T> {
  key: string;
  load: (signal: AbortSignal) => Promise<T>;
}

interface Fetch<T> {
  answer: Promise<T>;
  data: T | undefined;
  /** When the data arrived. null: it is still loading. */
  arrivedAt: number | null;
  users: number;
  stop: AbortController;
}

// Data is used again for this time. After it, the data is shown until newer data arrives.
const freshMs = 30_000;
const retryAfterMs = 1_000;
const maxKept = 60;

/**
 * By `keptAs`. Filled only in the browser. The last used fetch is the last one. What members see of each other is kept
 * apart from what everybody sees.
 */
const fetches = new Map<string, Fetch<unknown>>();

/** `data`: undefined until it has loaded. `previous`: the last data of this component, also of another source. */
export function useFetched<T>(
  { key, load }: Source<T>,
  { isNeeded = true, first }: { isNeeded?: boolean; first?: { key: string; data: T } } = {},
): { data: T | undefined; previous: T | undefined; hasFailed: boolean; retry: () => void } {
  const [shown, setShown] = useState<{ key: string; data: T | undefined; hasFailed: boolean } | null>(
    first === undefined ? null : { ...first, hasFailed: false },
  );
  const [tries, setTries] = useState(0);
  const keepFirst = useEffectEvent(() => {
    if (first !== undefined) keep(first.key, first.data);
  });
  const start = useEffectEvent(() => startFetch({ key, load }));
  useEffect(() => keepFirst(), []);
  useEffect(() => {
    if (!isNeeded) return;
    const { answer, release } = start();
    let isWanted = true;
    answer.then(
      (data) =>
        isWanted &&
        setShown((before) =>
          before?.key === key && before.data === data && !before.hasFailed
            ? before
            : { key, data, hasFailed: false },
        ),
      () => isWanted && setShown((before) => ({ key, data: before?.data, hasFailed: true })),
    );
    return () => {
      isWanted = false;
      release();
    };
  }, [key, isNeeded, tries]);
  const isShown = shown?.key === key;
  const hasFailed = isShown && shown.hasFailed;
  const data = isShown && !hasFailed ? shown.data : fetchedBefore<T>(key);
  return {
    data: isNeeded ? data : undefined,
    previous: shown?.data,
    hasFailed,
    retry: () => setTries((count) => count + 1),
  };
}

/** The data that another component or an earlier search has loaded. */
export function fetchedBefore<T>(key: string): T | undefined {
  // The key says which data it is.
  return fetches.get(keptAs(key))?.data as T | undefined;
}

/** Loads what is not known or no longer fresh. The request ends early if nobody needs it any more. */
export function startFetch<T>({ key, load }: Source<T>): { answer: Promise<T>; release: () => void } {
  const known = fetches.get(keptAs(key)) as Fetch<T> | undefined;
  const isUsable =
    known !== undefined && (known.arrivedAt === null || performance.now() - known.arrivedAt < freshMs);
  const fetch = isUsable ? known : begin({ key, load }, known?.data);
  fetch.users += 1;
  const release = () => {
    fetch.users -= 1;
    if (fetch.users > 0 || fetch.arrivedAt !== null) return;
    fetch.stop.abort();
    forget(key, fetch);
  };
  return { answer: fetch.answer, release };
}

function begin<T>({ key, load }: Source<T>, older: T | undefined): Fetch<T> {
  const stop = new AbortController();
  const answer = load(stop.signal).catch(async (error: unknown) => {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    if (stop.signal.aborted) throw error;
    return load(stop.signal);
  });
  const fetch: Fetch<T> = { answer, data: older, arrivedAt: null, users: 0, stop };
  answer.then(
    (data) => {
      fetch.data = data;
      fetch.arrivedAt = performance.now();
    },
    () => forget(key, fetch),
  );
  put(key, fetch);
  return fetch;
}

function keep<T>(key: string, data: T): void {
  const stop = new AbortController();
  put(key, { answer: Promise.resolve(data), data, arrivedAt: performance.now(), users: 0, stop });
}

function put(key: string, fetch: Fetch<unknown>): void {
  fetches.delete(keptAs(key));
  fetches.set(keptAs(key), fetch);
  const [oldest] = fetches.keys();
  if (fetches.size > maxKept && oldest !== undefined) fetches.delete(oldest);
}

function forget(key: string, fetch: Fetch<unknown>): void {
  if (fetches.get(keptAs(key)) === fetch) fetches.delete(keptAs(key));
}

function keptAs(key: string): string {
  return typeof window === 'undefined' ? key : `${dataPathOf(window.location.pathname)} ${key}`;
}
