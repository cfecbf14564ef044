import type { Pin } from '@/lib/directory/model/pins';
import type { MapFeature } from '@/lib/directory/directory';
import { boxHolds, type Box } from '@/lib/map/geo/box';
import { distanceKm, type Point } from '@/lib/map/geo/point';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';
import type { Noun } from '@/lib/base/noun';

export function placeOf(feature: MapFeature): Point {
  const { latitude, longitude } = feature.kind === 'pin' ? feature.pin : feature;
  return { latitude, longitude };
}

/** A text such as "12 members around Geelong VIC, zoom in". */
export function nameOf(feature: MapFeature, noun: Noun): string {
  if (feature.kind === 'pin') {
    const { name, place, isArea } = feature.pin;
    if (place === '') return isArea ? say(mapText.areaUnnamed, { name }) : name;
    return say(isArea ? mapText.area : mapText.pin, { name, place });
  }
  const { count, place, pins } = feature;
  const isList = pins.length > 0;
  if (place === '')
    return say(isList ? mapText.samePointUnnamed : mapText.clusterUnnamed, { ...noun, count });
  return say(isList ? mapText.samePoint : mapText.cluster, { ...noun, count, place });
}

/** `unlisted` is the number of members that the feature's list does not show. */
export function countsOf(feature: MapFeature): { count: number; unlisted: number } {
  if (feature.kind === 'pin') return { count: 1, unlisted: 0 };
  const listed = new Set(feature.pins.map((pin) => pin.entryId));
  return { count: feature.count, unlisted: feature.count - listed.size };
}

/** The members that a feature lists when it is opened. The result is empty for a cluster that only zooms in. */
export function pinsOf(feature: MapFeature): Pin[] {
  return feature.kind === 'pin' ? [feature.pin] : feature.pins;
}

/**
 * The pin of the member that is nearest to the point, and the feature that lists it. null: no feature lists the member.
 */
export function findNearestPin(
  features: MapFeature[],
  entryId: string,
  point: Point,
): { feature: MapFeature; pin: Pin } | null {
  const found = features.flatMap((feature) =>
    pinsOf(feature).flatMap((pin) => (pin.entryId === entryId ? [{ feature, pin }] : [])),
  );
  return found.sort((a, b) => distanceKm(point, a.pin) - distanceKm(point, b.pin))[0] ?? null;
}

/** Whether a feature shows only areas, no exact points. */
export function isArea(feature: MapFeature): boolean {
  const pins = pinsOf(feature);
  return pins.length > 0 && pins.every((pin) => pin.isArea);
}

export function containsAny(feature: MapFeature, points: Point[]): boolean {
  if (feature.kind === 'cluster') return points.some((point) => boxHolds(feature.box, point));
  const { latitude, longitude } = feature.pin;
  return points.some((point) => point.latitude === latitude && point.longitude === longitude);
}

/** A key that is the same for the same content, so that a mark keeps its element and focus while the map moves. */
export function keyOf(feature: MapFeature): string {
  if (feature.kind === 'pin')
    return `${feature.pin.entryId} ${feature.pin.latitude} ${feature.pin.longitude}`;
  return `${feature.count} ${feature.latitude} ${feature.longitude}`;
}

/** The smallest box around all features. It crosses the 180th meridian if necessary. null: there are no features. */
export function boxOfFeatures(features: MapFeature[]): Box | null {
  const boxes = features
    .map((feature) => (feature.kind === 'cluster' ? feature.box : pointBox(placeOf(feature))))
    .sort((a, b) => a.west - b.west);
  const [first] = boxes;
  if (first === undefined) return null;
  let [west, east] = [first.west, Math.max(...boxes.map((box) => box.east))];
  // Around the earth, there is a gap between each feature and the next one to the east. The box goes all the way around
  // and leaves out only the widest gap.
  let [reached, widest] = [first.east, west + 360 - east];
  for (const box of boxes) {
    if (box.west - reached > widest) {
      widest = box.west - reached;
      [west, east] = [box.west, reached];
    }
    reached = Math.max(reached, box.east);
  }
  return {
    south: Math.min(...boxes.map((box) => box.south)),
    west,
    north: Math.max(...boxes.map((box) => box.north)),
    east,
  };
}

function pointBox({ latitude, longitude }: Point): Box {
  return { south: latitude, west: longitude, north: latitude, east: longitude };
}
