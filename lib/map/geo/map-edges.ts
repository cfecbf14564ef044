export type Line = [longitude: number, latitude: number][];

/** Removes the parts along the 180th meridian and the poles, which are edges of the map and not of the land. */
export function openParts(line: Line): Line[] {
  const parts: Line[] = [[]];
  line.forEach((point, at) => {
    const before = line[at - 1];
    if (before !== undefined && isMapEdge(before, point)) parts.push([]);
    parts[parts.length - 1]?.push(point);
  });
  return parts.filter((part) => part.length > 1);
}

function isMapEdge(a: Line[number], b: Line[number]): boolean {
  const onMeridian = Math.abs(a[0]) > 179.99 && Math.abs(b[0]) > 179.99;
  return onMeridian || (Math.abs(a[1]) > 85.05 && Math.abs(b[1]) > 85.05);
}
