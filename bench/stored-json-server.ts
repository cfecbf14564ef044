/**
 * What somebody could write by hand in a day, for comparison: node:http, and the API's records as stored JSON in SQLite.
 * It checks the token, and has no other limits, tags or logs. It has only the lists of v2 that bench/api.ts compares.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { distanceKm } from '@/lib/map/geo/point';
import { readList, serveOther, type Source } from './other-server';

interface Member {
  ID: string;
  User: { LastName: string; Address: { State: string } };
}
interface Location {
  ID: string;
  Geolocation: { Lat: string; Lng: string };
}

function serve(): void {
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const db = new DatabaseSync(join(folder, 'records.db'));
  db.exec(`create table member (id integer primary key, last_name text, state text, json text);
    create table location (id integer primary key, latitude real, longitude real, json text)`);
  const tokens = new Set<string>();
  const answer = createAnswers(db);
  const server = createServer((request, response) => {
    const isKnown = tokens.has(request.headers.authorization?.slice('Bearer '.length) ?? '');
    const { status, total, body } = isKnown ? answer(request) : { status: 401, total: 0, body: '{}' };
    const bytes = Buffer.from(body);
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': bytes.length,
      'X-Total-Count': total,
    });
    response.end(bytes);
  });
  serveOther(server, (source) => fill(db, tokens, source));
}

async function fill(db: DatabaseSyncInstance, known: Set<string>, source: Source): Promise<void> {
  for (const token of source.tokens) known.add(token);
  db.exec('begin');
  const member = db.prepare('insert into member values (?, ?, ?, ?)');
  for (const one of await readList<Member>(source, 'members'))
    member.run(Number(one.ID), one.User.LastName, one.User.Address.State, JSON.stringify(one));
  const location = db.prepare('insert into location values (?, ?, ?, ?)');
  for (const one of await readList<Location>(source, 'locations')) {
    const { Lat, Lng } = one.Geolocation;
    location.run(Number(one.ID), Number(Lat), Number(Lng), JSON.stringify(one));
  }
  db.exec(`create index member_name on member (last_name, state); create index location_point
    on location (latitude, longitude); commit`);
}

type Row = Record<string, string | number>;

function createAnswers(db: DatabaseSyncInstance) {
  // The driver gives rows with the columns that the statements name.
  const page = db.prepare('select json from member where id > ? order by id limit ?');
  const count = db.prepare('select count(*) as n from member');
  const named = db.prepare('select json from member where last_name = ? and state = ? order by id');
  const around = db.prepare(`select id, latitude, longitude from location
    where latitude between ? and ? and longitude between ? and ?`);
  const location = db.prepare('select json from location where id = ?');
  let all: number | null = null;
  return ({ url = '' }: IncomingMessage) => {
    const { pathname, searchParams: query } = new URL(url, 'http://localhost');
    const size = Number(query.get('Page[Size]') ?? 1_000_000);
    if (!/\/v2\/.*\/(members|locations)$/.test(pathname)) return { status: 404, total: 0, body: '{}' };
    if (pathname.endsWith('/locations')) return near(query, size);
    const name = query.get('User[LastName]');
    const rows = (
      name === null
        ? page.all(Number(query.get('Page[After]')), size)
        : named.all(name, query.get('User[State][]') ?? '')
    ) as Row[];
    const total = name === null ? (all ??= Number((count.get() as Row).n)) : rows.length;
    return { status: 200, total, body: `[${rows.map(({ json }) => json).join()}]` };
  };

  function near(query: URLSearchParams, size: number) {
    const read = (part: string) => Number(query.get(`Geolocation[${part}]`));
    const [centre, km] = [{ latitude: read('Lat'), longitude: read('Lng') }, read('Distance')];
    const degrees = km / 111;
    const wide = degrees / Math.cos((centre.latitude * Math.PI) / 180);
    const { latitude, longitude } = centre;
    const box = [latitude - degrees, latitude + degrees, longitude - wide, longitude + wide] as const;
    const found = (around.all(...box) as { id: number; latitude: number; longitude: number }[])
      .map((one) => ({ id: one.id, km: distanceKm(centre, one) }))
      .filter((one) => one.km <= km)
      .sort((a, b) => a.km - b.km || a.id - b.id);
    const shown = found.slice(0, size).map((one) => {
      const { json } = location.get(one.id) as Row;
      return `${String(json).slice(0, -'null}'.length)}"${one.km.toFixed(3)}"}`;
    });
    return { status: 200, total: found.length, body: `[${shown.join()}]` };
  }
}

if (process.argv[2] === 'serve' && process.argv[1] === import.meta.filename) serve();
