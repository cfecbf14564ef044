/** On a web map: 0 at the northern edge (latitude 85.0511) or beyond, 1 at the southern edge or beyond. */
export function mercatorRow(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return Math.min(1, Math.max(0, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)));
}

/** The inverse of `mercatorRow`. */
export function latitudeOfRow(row: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * row))) * 180) / Math.PI;
}
