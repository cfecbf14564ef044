import { InvalidArgumentError, type Command } from 'commander';
import { addDays, createClock, dateInZone, type Clock } from '@/lib/base/clock';
import { readConfig, type Config } from '@/lib/base/config';
import { boxAround, type Box } from '@/lib/map/geo/box';
import type { Point } from '@/lib/map/geo/point';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { isListedOn } from '@/lib/store/status';
import { openStreets, type Streets } from '@/lib/map/streets/open-streets';
import { planExtract, type ExtractPlan } from '@/lib/map/streets/plan-extract';
import { isAddress } from '@/lib/map/streets/range-source';
import { StreetsError } from '@/lib/map/streets/streets-error';
import { ownStreetsFile, withoutSecrets } from '@/lib/map/streets/streets-file';
import {
  fetchedBytes,
  prepareExtract,
  writeExtract,
  type PreparedExtract,
} from '@/lib/map/streets/write-extract';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { createProgress } from './progress';
import type { Terminal } from './terminal';
import { CommandError, createPrint, pathFrom, UsageError, withSession } from './session';

interface FetchOptions {
  aroundMembers?: number;
  bbox?: Box;
  from?: string;
  allowPrivate?: boolean;
  output?: string;
  organisation?: number;
  yes?: boolean;
  json?: boolean;
}

const defaultRadiusKm = 20;

/** `streets fetch`: fetches the part of an OpenStreetMap archive that the map needs. */
export function addStreetsCommands(program: Command, terminal: Terminal): void {
  const fetch = program
    .command('streets')
    .description('the streets on the map')
    .command('fetch')
    .description(
      'fetch the streets of an area from a PMTiles archive in the Protomaps basemap schema; to continue after an interruption, run it again',
    )
    .option(
      '--around-members <distance>',
      `fetch the area within this distance of every member that the directory shows, such as 20km (the default is ${defaultRadiusKm}km)`,
      parseDistance,
    )
    .option('--bbox <box>', 'west,south,east,north in degrees, instead of around members', parseBox)
    .option('--from <place>', "the archive's address or file (default: the latest daily build of Protomaps)")
    .option('--allow-private', 'allow http, every port, and an address of a private network in --from')
    .option('--output <file>', 'the file to write (default: streets.pmtiles in DATA_DIR)')
    .option('--yes', 'fetch without asking')
    .option('--json', 'one JSON document on standard output: file, bytes, fetched, tiles, bounds, from');
  withOrganisation(fetch).action((options: FetchOptions) => fetchStreets(terminal, options));
}

async function fetchStreets(terminal: Terminal, options: FetchOptions): Promise<void> {
  const config = readConfig();
  const clock = createClock(config.now);
  const boxes = await chooseArea(terminal, options, { config, clock });
  const own = ownStreetsFile(config.dataDir);
  const file = options.output === undefined ? own : pathFrom(terminal, options.output);
  const streets = await openArchive(terminal, options, clock);
  try {
    const plan = await planExtract(streets, boxes);
    const prepared = prepareExtract(streets, plan);
    const before = await fetchedBytes(file, prepared);
    await confirm(terminal, options, describe(streets, { plan, prepared, before, file }));
    const progress = createProgress(terminal);
    const total = Math.ceil(prepared.size / 1000);
    try {
      const show = (bytes: number) => {
        const done = Math.ceil(bytes / 1000);
        const text = `Streets: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} kB`;
        progress.show({ text, done, total });
      };
      await writeExtract(streets, { plan, prepared, file, show });
    } finally {
      progress.end();
    }
    const result = {
      file,
      bytes: prepared.size,
      fetched: prepared.size - before,
      tiles: plan.addressedTiles,
      bounds: plan.bounds,
      from: placeOf(streets),
    };
    const isFound = config.mapStreets === file || (config.mapStreets === null && file === own);
    createPrint(terminal, options)(result, [
      `Wrote ${file} (${megabytes(prepared.size)}).`,
      isFound ? 'Restart the server to show the streets.' : `Set MAP_STREETS=${file} and restart the server.`,
    ]);
  } catch (error) {
    throw error instanceof StreetsError ? aboutSource(streets.source.name, error) : error;
  } finally {
    await streets.source.close();
  }
}

async function chooseArea(
  terminal: Terminal,
  { aroundMembers, bbox, organisation, json }: FetchOptions,
  { config, clock }: { config: Config; clock: Clock },
): Promise<Box[]> {
  if (bbox !== undefined && aroundMembers !== undefined)
    throw new UsageError('--around-members and --bbox cannot be combined');
  if (bbox !== undefined) return [bbox];
  if (config.remoteApiUrl !== null)
    throw new UsageError('The members are on another site (MEMBERSHIP_API_URL): name the area with --bbox');
  const points = await withSession(terminal, { json }, async ({ store }) =>
    readShownPoints(store, await chooseOrganisation(store, organisation ?? null), clock()),
  );
  if (points.length === 0)
    throw new CommandError('The directory shows no member on the map: name the area with --bbox');
  return points.map((point) => boxAround(point, aroundMembers ?? defaultRadiusKm));
}

// Protomaps publishes a new map of the world every day, and deletes it after about one week.
const buildDays = 7;

async function openArchive(
  terminal: Terminal,
  { from, allowPrivate: allowsPrivate = false }: FetchOptions,
  clock: Clock,
): Promise<Streets> {
  const rule = { allowsPrivate, howToAllow: 'add --allow-private' };
  if (from !== undefined) {
    const place = isAddress(from) ? from : pathFrom(terminal, from);
    return openStreets(place, rule).catch((error: unknown) => {
      throw error instanceof StreetsError ? aboutSource(place, error) : error;
    });
  }
  for (let daysAgo = 0; daysAgo <= buildDays; daysAgo += 1) {
    const day = addDays(dateInZone(clock(), 'UTC'), -daysAgo);
    const address = `https://build.protomaps.com/${day.replaceAll('-', '')}.pmtiles`;
    try {
      return await openStreets(address, rule);
    } catch (error) {
      if (!(error instanceof StreetsError)) throw error;
      if (!error.isMissing) throw aboutSource(address, error);
    }
  }
  throw new CommandError(
    'build.protomaps.com has no build of the last week: name another archive with --from',
  );
}

function aboutSource(place: string, { message }: StreetsError): CommandError {
  return new CommandError(`${withoutSecrets(place)}: ${message}`);
}

function placeOf({ source }: Streets): string {
  return withoutSecrets(source.name);
}

interface Described {
  plan: ExtractPlan;
  prepared: PreparedExtract;
  before: number;
  file: string;
}

function describe(streets: Streets, { plan, prepared, before, file }: Described): string {
  const { west, south, east, north } = plan.bounds;
  const area = [west, south, east, north].map((degrees) => degrees.toFixed(2)).join(', ');
  const rest = before === 0 ? '' : ` ${megabytes(before)} were fetched before an interruption.`;
  return `${placeOf(streets)} has ${plan.addressedTiles.toLocaleString('en')} tiles of the area ${area}: ${megabytes(prepared.size)}, to be written to ${file}.${rest}`;
}

async function confirm(terminal: Terminal, { yes, json }: FetchOptions, text: string): Promise<void> {
  if (json !== true || yes !== true) terminal.err(text);
  if (yes === true) return;
  if (terminal.ask === null || json === true) throw new UsageError('Add --yes to fetch the streets.');
  const answer = await terminal.ask('Fetch them? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was fetched.');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
}

const kmPerMile = 1.609344;
const farthestKm = 500;

function parseDistance(text: string): number {
  const [, number = '', unit] = /^(\d{1,4}(?:\.\d+)?)\s*(km|mi)$/.exec(text.trim()) ?? [];
  const km = Number(number) * (unit === 'mi' ? kmPerMile : 1);
  if (number === '' || km <= 0 || km > farthestKm)
    throw new InvalidArgumentError(`It must be a distance up to ${farthestKm} km, such as 20km or 12mi.`);
  return km;
}

function parseBox(text: string): Box {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers;
  const isOnEarth = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;
  if (numbers.length !== 4 || !isOnEarth || !(south < north) || west === east)
    throw new InvalidArgumentError(
      'It must be west,south,east,north in degrees, such as 115.7,-32,116,-31.8.',
    );
  return { south, west, north, east };
}

/**
 * The points at which the directory shows members today, without duplicates. The streets around these points are
 * public. A point of an unlisted member would therefore reveal where this member is.
 */
async function readShownPoints(store: Store, organisationId: number, now: Date): Promise<Point[]> {
  const day = await readDay(store.members, organisationId, now);
  if (day === null) return [];
  const rows = await store.members
    .selectFrom('location as l')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.organisation_id', '=', 'l.organisation_id').onRef('m.id', '=', 'l.membership_id'),
    )
    .innerJoin('membership_document as d', (join) =>
      join.onRef('d.organisation_id', '=', 'm.organisation_id').onRef('d.membership_id', '=', 'm.id'),
    )
    .where('l.organisation_id', '=', organisationId)
    .where('d.show_list', 'like', '%"Locations"%')
    .select(['l.latitude', 'l.longitude', 'm.is_listed', 'm.is_approved', 'm.is_owing', 'm.expiry_date'])
    .select('m.standing')
    .select('m.searchable_until')
    .orderBy('l.id')
    .execute();
  const points = new Map<string, Point>();
  for (const row of rows) {
    const { latitude, longitude } = row;
    if (isListedOn(day, row)) points.set(`${latitude} ${longitude}`, { latitude, longitude });
  }
  return [...points.values()];
}
