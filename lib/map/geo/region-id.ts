import { placeKey } from './place-key';
import type { Region } from './place-table';

/** The ID in web addresses and in the file of shapes, such as `au-vic` or `ie-cork`. '': the region has no name. */
export function regionId({ country, state, stateCode }: Region): string {
  const name = placeKey(stateCode || state).replaceAll(' ', '-');
  return name === '' ? '' : `${country.toLowerCase()}-${name}`;
}

export function isRegionId(text: string): boolean {
  return /^[a-z]{2}-[\p{L}\p{N}-]{1,80}$/u.test(text);
}
