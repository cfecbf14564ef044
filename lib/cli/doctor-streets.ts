import type { Config } from '@/lib/base/config';
import { openStreets, type Streets } from '@/lib/map/streets/open-streets';
import { StreetsError } from '@/lib/map/streets/streets-error';
import { findStreets, streetsRule, withoutSecrets } from '@/lib/map/streets/streets-file';
import { plural } from '@/lib/base/plural';
import { fine, note, wrong, type Finding } from './finding';

const dayMs = 86_400_000;
// A town gets only a few new streets in this time.
const oldDays = 500;

const howToFetch = 'Run: ./chapterhouse streets fetch. Then restart the server.';

export async function checkStreets(config: Config, now: Date): Promise<Finding[]> {
  const place = findStreets(config);
  if (place === null)
    return config.mapTiles === null ? [note('streets', 'the map has no streets', howToFetch)] : [];
  const name = withoutSecrets(place);
  try {
    const streets = await openStreets(place, streetsRule(config));
    await streets.source.close();
    return [aboutAge(streets, name, now)];
  } catch (error) {
    if (!(error instanceof StreetsError)) throw error;
    const fix =
      'Correct MAP_STREETS, or run: ./chapterhouse streets fetch. Until then the map has no streets.';
    return [wrong('streets', `${name}: ${error.message}`, fix)];
  }
}

function aboutAge({ source, metadata }: Streets, name: string, now: Date): Finding {
  const megabytes = (source.size / 1e6).toLocaleString('en', { maximumFractionDigits: 1 });
  const changedAt = dateOf(metadata['planetiler:osm:osmosisreplicationtime']) ?? source.changedAt;
  if (changedAt === null) return fine('streets', `${name}, ${megabytes} MB, of an unknown date`);
  const days = Math.max(0, Math.floor((now.getTime() - changedAt.getTime()) / dayMs));
  const text = `${name}, ${megabytes} MB, OpenStreetMap of ${changedAt.toISOString().slice(0, 10)} (${plural(days, 'day')} old)`;
  return days > oldDays ? note('streets', text, howToFetch) : fine('streets', text);
}

function dateOf(value: unknown): Date | null {
  const date = new Date(typeof value === 'string' ? value : NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
