import { mercatorRow } from './mercator';

export const labelKinds = ['country', 'state', 'city', 'town', 'village'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** `from` and `to` are the first and the last zoom of the map that show the label. */
export type Label = [
  kind: LabelKind,
  name: string,
  longitude: number,
  latitude: number,
  from: number,
  to: number,
];

/** In pixels of the map. The build places the labels by these sizes: after a change, build the base map again. */
export const labelSizes: Record<LabelKind, number> = {
  country: 13,
  state: 11.5,
  city: 13,
  town: 12,
  village: 11,
};

/**
 * Half the width that a label may take, in pixels. The text is not measured: in the widest common fonts, a letter is on
 * average 0.62 of the font size wide.
 */
export function halfWidth(kind: LabelKind, name: string): number {
  const letters = [...name].length;
  const spread = kind === 'country' || kind === 'state' ? 0.78 : 0.62;
  return (letters * labelSizes[kind] * spread) / 2 + 3;
}

/**
 * How many pixels the text's baseline is below the point. A town's name is above the town's dot. An area's name is
 * centred on its point.
 */
export function baseline(kind: LabelKind): number {
  return isTown(kind) ? -7 : labelSizes[kind] * 0.35;
}

export function isTown(kind: LabelKind): boolean {
  return kind !== 'country' && kind !== 'state';
}

/** Web Mercator with x and y from 0 to 1. y grows to the south. */
export function toMercator(longitude: number, latitude: number): { x: number; y: number } {
  return { x: longitude / 360 + 0.5, y: mercatorRow(latitude) };
}
