import { kilometresInUnit, type DistanceUnit } from '@/lib/directory/filter';
import { directions, directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';

/** A distance for display: "800 m", "1.2 km", "61 km", "0.5 miles", "11 miles". Larger distances are rounded more. */
export function sayDistance(distanceKm: number, unit: DistanceUnit): string {
  if (unit === 'km' && distanceKm < 0.95) return `${Math.max(1, Math.round(distanceKm * 10)) * 100} m`;
  const inUnit = distanceKm / kilometresInUnit[unit];
  const rounded = inUnit < 10 ? Math.round(inUnit * 10) / 10 : Math.round(inUnit);
  return say(directoryText.inUnit[unit], { count: Math.max(0.1, rounded) });
}

/**
 * Returns the radius that the visitor chose as text, such as "25 km". A radius in miles is stored in kilometres and is
 * converted back here. Rounding makes a whole number of miles whole again.
 */
export function sayRadius(radiusKm: number, unit: DistanceUnit): string {
  return say(directoryText.inUnit[unit], { count: radiusIn(radiusKm, unit) });
}

/** The radius in its unit, with at most two decimals. */
export function radiusIn(radiusKm: number, unit: DistanceUnit): number {
  return Math.round((radiusKm / kilometresInUnit[unit]) * 100) / 100;
}

/** A likely distance to a member in an area, such as "about 4 km". */
export function sayAbout(distanceKm: number, unit: DistanceUnit): string {
  const count = Math.max(1, Math.round(distanceKm / kilometresInUnit[unit]));
  return say(directoryText.about, { distance: say(directoryText.inUnit[unit], { count }) });
}

/** Within this distance, a direction would be misleading. */
const hereKm = 0.05;

/** A text such as "1.2 km north-east", or "Here". */
export function sayDistanceAndBearing(
  distanceKm: number,
  bearingDegrees: number,
  unit: DistanceUnit,
): string {
  if (distanceKm < hereKm) return directoryText.samePlace;
  const direction = directions[Math.round(bearingDegrees / 45) % 8] ?? directions[0];
  return say(directoryText.distanceFrom, { distance: sayDistance(distanceKm, unit), direction });
}
