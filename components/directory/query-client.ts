/** The one client of react-query, for searches after the first and for the map. The first list does not load this file. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';

export const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } });

export interface Question<T> {
  key: readonly string[];
  ask: (signal: AbortSignal) => Promise<T>;
}

export interface Answer<T> {
  data: T | undefined;
  isError: boolean;
}

/** Calls `tell` now and after each change. Returns a function that stops this. */
export function observe<T>({ key, ask }: Question<T>, tell: (answer: Answer<T>) => void): () => void {
  const observer = new QueryObserver<T>(client, { queryKey: key, queryFn: ({ signal }) => ask(signal) });
  const stop = observer.subscribe(tell);
  tell(observer.getCurrentResult());
  return stop;
}
