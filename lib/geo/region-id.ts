import { placeKey } from './place-key';
import type { Region } from './place-table';

/** The ID of a state in addresses and in the file: `au-vic`, `ie-cork`. '' if the region has no name. */
export function regionId({ country, state, stateCode }: Region): string {
  const name = placeKey(stateCode || state).replaceAll(' ', '-');
  return name === '' ? '' : `${country.toLowerCase()}-${name}`;
}

/** Whether a text may be the ID of a region. */
export function isRegionId(text: string): boolean {
  return /^[a-z]{2}-[\p{L}\p{N}-]{1,80}$/u.test(text);
}
