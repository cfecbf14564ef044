/** The kind of place that a label names. It decides the font size. */
export const labelKinds = ['country', 'state', 'city', 'town', 'village'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** A label as stored in the base map: kind, name, longitude, latitude, first and last zoom that draw it. */
export type Label = [
  kind: LabelKind,
  name: string,
  longitude: number,
  latitude: number,
  from: number,
  to: number,
];

/** Font sizes in pixels of the map. The build uses these sizes to place labels: after a change, build again. */
export const labelSizes: Record<LabelKind, number> = {
  country: 13,
  state: 11.5,
  city: 13,
  town: 12,
  village: 11,
};

/**
 * Half the width that a label may take, in pixels. The text is not measured: in the widest common fonts, a letter is
 * 0.62 of the font size wide on average.
 */
export function halfWidth(kind: LabelKind, name: string): number {
  const letters = [...name].length;
  const spread = kind === 'country' || kind === 'state' ? 0.78 : 0.62;
  return (letters * labelSizes[kind] * spread) / 2 + 3;
}

/**
 * The baseline in pixels below the point. A town's name is above the dot at its point, and an area's name is centred on
 * its point.
 */
export function baseline(kind: LabelKind): number {
  return isTown(kind) ? -7 : labelSizes[kind] * 0.35;
}

/** Whether the label is for a point on the ground, not for an area. */
export function isTown(kind: LabelKind): boolean {
  return kind !== 'country' && kind !== 'state';
}

/** A point in Web Mercator: x and y from 0 to 1, y grows to the south; latitudes end at 85.05°. */
export function toMercator(longitude: number, latitude: number): { x: number; y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return { x: longitude / 360 + 0.5, y: Math.min(1, Math.max(0, y)) };
}
