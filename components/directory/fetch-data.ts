import { dataPathOf } from './addresses';

/**
 * JSON of the directory that this page shows. The JSON is not validated, because client and server are the same release.
 * @throws Error
 */
export async function fetchData<T>(file: string, query: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`${dataPathOf(window.location.pathname)}/${file}?${query}`, {
    signal: signal ?? null,
  });
  // Members who were signed out, have lapsed or read too much get a page that says so, at the same address.
  const isRefused = response.status === 401 || response.status === 403;
  if (isRefused || (response.status === 429 && file === 'search.json')) window.location.reload();
  if (!response.ok) throw new Error(`${file} returned ${response.status}`);
  return (await response.json()) as T;
}
