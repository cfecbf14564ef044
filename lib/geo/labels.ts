/** What a label names; it decides its type. */
export const labelKinds = ['country', 'state', 'city', 'town', 'village'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** A label as the base map keeps it: kind, name, longitude, latitude, first and last zoom at which it is drawn. */
export type Label = [
  kind: LabelKind,
  name: string,
  longitude: number,
  latitude: number,
  from: number,
  to: number,
];

/** Pixels of the map. The build places labels by these sizes, so change them and build again. */
export const labelSizes: Record<LabelKind, number> = {
  country: 13,
  state: 11.5,
  city: 13,
  town: 12,
  village: 11,
};

/** Half the width a label may take in pixels. No font is asked: the widest usual system fonts need 0.62 of their size. */
export function halfWidth(kind: LabelKind, name: string): number {
  const letters = [...name].length;
  const spread = kind === 'country' || kind === 'state' ? 0.78 : 0.62;
  return (letters * labelSizes[kind] * spread) / 2 + 3;
}

/** Towns have a dot at their point and the name above it; names of areas are centred on theirs. Pixels, down is positive. */
export function baseline(kind: LabelKind): number {
  return isTown(kind) ? -7 : labelSizes[kind] * 0.35;
}

/** Whether the label is of a point on the ground and not of an area. */
export function isTown(kind: LabelKind): boolean {
  return kind !== 'country' && kind !== 'state';
}

/** A point in Web Mercator: the world is 0 to 1 both ways, y grows to the south; latitudes end at 85.05°. */
export function toMercator(longitude: number, latitude: number): { x: number; y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return { x: longitude / 360 + 0.5, y: Math.min(1, Math.max(0, y)) };
}
