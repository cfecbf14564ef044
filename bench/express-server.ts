/**
 * What somebody could write by hand in a day, for comparison: Express, and tables with a column for each field. `A` has
 * the tables in SQLite, by better-sqlite3. `C` has them in PostgreSQL, with PostGIS for points. Both check the token, and
 * have no other limits, tags or logs. They have only the lists of v2 that bench/api.ts compares.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import pg from 'pg';
import { distanceKm } from '@/lib/map/geo/point';
import { readList, serveOther, type Source } from './other-server';

type Value = string | number | null;
type Row = Record<string, Value>;

interface Address {
  Address: string;
  Suburb: string;
  Postcode: string;
  State: string;
  Country: string;
}
interface Member {
  ID: string;
  MembershipNumber: string;
  ExpiryDate: string | null;
  JoiningDate: string | null;
  Status: string;
  Chapter: { ID: string; Name: string };
  MembershipType: { ID: string };
  AmountOutstanding: string;
  Addons: unknown[];
  Extras: unknown[];
  User: Record<'FirstName' | 'LastName' | 'Title' | 'Email' | 'Organisation', string> &
    Record<'Phone' | 'WorkPhone' | 'Mobile', string> & { Address: Address; MailingAddress: Address };
  Currency: string;
  InvoiceURL: string | null;
  PaymentURL: string | null;
}
type Location = Record<
  'ID' | 'Email' | 'Name' | 'Address' | 'Suburb' | 'State' | 'Country' | 'Postcode' | 'FullPhone' | 'Website',
  string
> & { Geolocation: { Lat: string; Lng: string }; Membership: Member };

const addressColumns = (prefix: string, read: (member: Member) => Address) =>
  (['Address', 'Suburb', 'Postcode', 'State', 'Country'] as const).map(
    (name) => [`${prefix}_${name.toLowerCase()}`, (member: Member) => read(member)[name]] as const,
  );
const memberColumns: (readonly [string, (member: Member) => Value])[] = [
  ['id', ({ ID }) => Number(ID)],
  ['number', (member) => member.MembershipNumber],
  ['expiry_date', (member) => member.ExpiryDate],
  ['joining_date', (member) => member.JoiningDate],
  ['status', (member) => member.Status],
  ['chapter_id', ({ Chapter }) => Chapter.ID],
  ['chapter', ({ Chapter }) => Chapter.Name],
  // The type with its questions and answers.
  ['type', ({ MembershipType }) => JSON.stringify(MembershipType)],
  ['amount', (member) => member.AmountOutstanding],
  ['addons', ({ Addons }) => JSON.stringify(Addons)],
  ['extras', ({ Extras }) => JSON.stringify(Extras)],
  ['first_name', ({ User }) => User.FirstName],
  ['last_name', ({ User }) => User.LastName],
  ['title', ({ User }) => User.Title],
  ['email', ({ User }) => User.Email],
  ['organisation', ({ User }) => User.Organisation],
  ...addressColumns('home', ({ User }) => User.Address),
  ...addressColumns('mail', ({ User }) => User.MailingAddress),
  ['phone', ({ User }) => User.Phone],
  ['work_phone', ({ User }) => User.WorkPhone],
  ['mobile', ({ User }) => User.Mobile],
  ['currency', (member) => member.Currency],
  ['invoice_url', (member) => member.InvoiceURL],
  ['payment_url', (member) => member.PaymentURL],
];
const locationColumns: (readonly [string, (location: Location) => Value])[] = [
  ['id', ({ ID }) => Number(ID)],
  ['member_id', ({ Membership }) => Number(Membership.ID)],
  ...(
    ['Email', 'Name', 'Address', 'Suburb', 'State', 'Country', 'Postcode', 'FullPhone', 'Website'] as const
  ).map((name) => [name.toLowerCase(), (location: Location) => location[name]] as const),
  ['latitude', ({ Geolocation }) => Number(Geolocation.Lat)],
  ['longitude', ({ Geolocation }) => Number(Geolocation.Lng)],
];
const numeric = new Set(['id', 'member_id']);
const columnsOf = (columns: readonly (readonly [string, unknown])[], double: string) =>
  columns
    .map(([name]) => `${name} ${numeric.has(name) ? 'integer' : name.endsWith('itude') ? double : 'text'}`)
    .join();

function toMember(row: Row): object {
  return {
    ID: String(row.id),
    MembershipNumber: row.number,
    ExpiryDate: row.expiry_date,
    JoiningDate: row.joining_date,
    Status: row.status,
    Chapter: { ID: row.chapter_id, Name: row.chapter },
    MembershipType: JSON.parse(String(row.type)) as unknown,
    AmountOutstanding: row.amount,
    Addons: JSON.parse(String(row.addons)) as unknown,
    Extras: JSON.parse(String(row.extras)) as unknown,
    User: {
      FirstName: row.first_name,
      LastName: row.last_name,
      Title: row.title,
      Email: row.email,
      Organisation: row.organisation,
      Address: {
        Address: row.home_address,
        Suburb: row.home_suburb,
        Postcode: row.home_postcode,
        State: row.home_state,
        Country: row.home_country,
      },
      MailingAddress: {
        Address: row.mail_address,
        Suburb: row.mail_suburb,
        Postcode: row.mail_postcode,
        State: row.mail_state,
        Country: row.mail_country,
      },
      Phone: row.phone,
      WorkPhone: row.work_phone,
      Mobile: row.mobile,
    },
    Currency: row.currency,
    InvoiceURL: row.invoice_url,
    PaymentURL: row.payment_url,
  };
}

function toLocation(row: Row, member: Row | undefined): object {
  return {
    ID: String(row.id),
    Email: row.email,
    Name: row.name,
    Address: row.address,
    Suburb: row.suburb,
    State: row.state,
    Country: row.country,
    Postcode: row.postcode,
    FullPhone: row.fullphone,
    Website: row.website,
    Geolocation: { Lat: String(row.latitude), Lng: String(row.longitude) },
    Membership: member === undefined ? null : toMember(member),
    Distance: Number(row.km).toFixed(3),
  };
}

interface Centre {
  latitude: number;
  longitude: number;
  km: number;
  size: number;
}
interface Database {
  fill(
    tables: Record<'member' | 'location' | 'category', { names: string[]; rows: Value[][] }>,
  ): Promise<void>;
  categories(): Promise<Row[]>;
  page(after: number, size: number): Promise<Row[]>;
  count(): Promise<number>;
  named(lastName: string, state: string): Promise<Row[]>;
  near(centre: Centre): Promise<{ total: number; rows: Row[] }>;
  members(ids: Value[]): Promise<Row[]>;
}

interface SqliteFile {
  exec(sql: string): void;
  prepare(sql: string): { all(...values: Value[]): Row[]; run(...values: Value[]): void };
}

/** Installs better-sqlite3 outside the project, which does not use it. Version 12 runs on Node 20. */
function openSqlite(): SqliteFile {
  const packages = join(tmpdir(), 'chapterhouse-bench-packages');
  if (!existsSync(join(packages, 'node_modules/better-sqlite3'))) {
    mkdirSync(packages, { recursive: true });
    const { status, stderr } = spawnSync('npm', ['install', '--prefix', packages, 'better-sqlite3@12'], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`better-sqlite3 cannot be installed: ${stderr.split('\n', 1)[0]}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const Sqlite = createRequire(join(packages, 'package.json'))('better-sqlite3') as new (
    file: string,
  ) => SqliteFile;
  const db = new Sqlite(join(folder, 'records.db'));
  db.exec(`pragma journal_mode = wal;
    create table member (${columnsOf(memberColumns, 'real')}, primary key (id));
    create table location (${columnsOf(locationColumns, 'real')}, primary key (id));
    create table category (id integer primary key, name text, description text)`);
  return db;
}

function createSqlite(): Database {
  const db = openSqlite();
  const page = db.prepare('select * from member where id > ? order by id limit ?');
  const count = db.prepare('select count(*) as n from member');
  const named = db.prepare('select * from member where last_name = ? and home_state = ? order by id');
  const member = db.prepare('select * from member where id = ?');
  const location = db.prepare('select * from location where id = ?');
  const around = db.prepare(`select id, latitude, longitude from location
    where latitude between ? and ? and longitude between ? and ?`);
  const categories = db.prepare('select * from category order by id');
  return {
    async fill(tables) {
      db.exec('begin');
      for (const [table, { names, rows }] of Object.entries(tables)) {
        const insert = db.prepare(
          `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`,
        );
        for (const row of rows) insert.run(...row);
      }
      db.exec(`create index member_name on member (last_name, home_state);
        create index location_point on location (latitude, longitude); commit`);
    },
    categories: async () => categories.all(),
    page: async (after, size) => page.all(after, size),
    count: async () => Number(count.all()[0]?.n),
    named: async (lastName, state) => named.all(lastName, state),
    async near({ km, size, ...centre }) {
      const { latitude, longitude } = centre;
      const degrees = km / 111;
      const wide = degrees / Math.cos((latitude * Math.PI) / 180);
      const found = around
        .all(latitude - degrees, latitude + degrees, longitude - wide, longitude + wide)
        .map((row) => {
          const point = { latitude: Number(row.latitude), longitude: Number(row.longitude) };
          return { id: Number(row.id), km: distanceKm(centre, point) };
        })
        .filter((one) => one.km <= km)
        .sort((a, b) => a.km - b.km || a.id - b.id);
      const rows = found
        .slice(0, size)
        .flatMap((one) => location.all(one.id).map((row) => ({ ...row, km: one.km })));
      return { total: found.length, rows };
    },
    members: async (ids) => ids.flatMap((id) => member.all(id)),
  };
}

function createPostgres(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  const read = async (name: string, text: string, values: unknown[] = []) =>
    (await pool.query<Row>({ name, text, values })).rows;
  return {
    async fill(tables) {
      await pool.query('create extension postgis');
      await pool.query(`create table member (${columnsOf(memberColumns, 'float8')}, primary key (id));
        create table location (${columnsOf(locationColumns, 'float8')}, primary key (id));
        create table category (id integer primary key, name text, description text)`);
      for (const [table, { names, rows }] of Object.entries(tables)) {
        for (let at = 0; at < rows.length; at += 5_000) {
          const objects = rows
            .slice(at, at + 5_000)
            .map((row) => Object.fromEntries(names.map((name, column) => [name, row[column]])));
          await pool.query(
            `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
            [JSON.stringify(objects)],
          );
        }
      }
      await pool.query(`create index on member (last_name, home_state);
        alter table location add point geography;
        update location set point = st_makepoint(longitude, latitude)::geography;
        create index on location using gist (point)`);
      await pool.query('vacuum analyze member, location');
    },
    categories: () => read('categories', 'select * from category order by id'),
    page: (after, size) =>
      read('page', 'select * from member where id > $1 order by id limit $2', [after, size]),
    count: async () => Number((await read('count', 'select count(*) as n from member'))[0]?.n),
    named: (lastName, state) =>
      read('named', 'select * from member where last_name = $1 and home_state = $2 order by id', [
        lastName,
        state,
      ]),
    async near({ latitude, longitude, km, size }) {
      const rows = await read(
        'near',
        `select ${locationColumns.map(([name]) => name).join()}, count(*) over () as total,
          st_distance(point, centre) / 1000 as km
          from location, (select st_makepoint($1, $2)::geography as centre) as given
          where st_dwithin(point, centre, $3) order by km, id limit $4`,
        [longitude, latitude, km * 1000, size],
      );
      return { total: Number(rows[0]?.total ?? 0), rows };
    },
    members: (ids) => read('members', 'select * from member where id = any($1)', [ids]),
  };
}

async function fill(database: Database, known: Set<string>, source: Source): Promise<void> {
  for (const token of source.tokens) known.add(token);
  const table = <T>(columns: readonly (readonly [string, (one: T) => Value])[], all: T[]) => ({
    names: columns.map(([name]) => name),
    rows: all.map((one) => columns.map(([, valueOf]) => valueOf(one))),
  });
  type Category = Record<'ID' | 'Name' | 'Description', Value>;
  await database.fill({
    member: table(memberColumns, await readList<Member>(source, 'members')),
    location: table(locationColumns, await readList<Location>(source, 'locations')),
    category: table<Category>(
      [
        ['id', ({ ID }) => ID],
        ['name', ({ Name }) => Name],
        ['description', ({ Description }) => Description],
      ],
      await readList<Category>(source, 'categories'),
    ),
  });
}

function serve(database: Database): void {
  const tokens = new Set<string>();
  const app = express();
  app.use((request, response, next) => {
    if (tokens.has(request.headers.authorization?.slice('Bearer '.length) ?? '')) next();
    else response.status(401).json({});
  });
  const root = '/api/v2/organisation/1';
  const read = (query: object, name: string) => (query as Record<string, string | undefined>)[name];
  app.get(`${root}/categories`, async (_, response) => {
    const rows = await database.categories();
    response.json(
      rows.map(({ id, name, description }) => ({ ID: id, Name: name, Description: description })),
    );
  });
  let all: number | null = null;
  app.get(`${root}/members`, async ({ query }, response) => {
    const lastName = read(query, 'User[LastName]');
    const rows =
      lastName === undefined
        ? await database.page(Number(read(query, 'Page[After]')), Number(read(query, 'Page[Size]')))
        : await database.named(lastName, read(query, 'User[State][]') ?? '');
    const total = lastName === undefined ? (all ??= await database.count()) : rows.length;
    response.set('X-Total-Count', String(total)).json(rows.map(toMember));
  });
  app.get(`${root}/locations`, async ({ query }, response) => {
    const part = (name: string) => Number(read(query, `Geolocation[${name}]`));
    const size = Number(read(query, 'Page[Size]'));
    const centre = { latitude: part('Lat'), longitude: part('Lng'), km: part('Distance'), size };
    const { total, rows } = await database.near(centre);
    const members = await database.members(rows.map((row) => row.member_id ?? null));
    const byId = new Map(members.map((member) => [member.id, member]));
    const locations = rows.map((row) => toLocation(row, byId.get(row.member_id ?? null)));
    response.set('X-Total-Count', String(total)).json(locations);
  });
  serveOther(createServer(app), (source) => fill(database, tokens, source));
}

if (process.argv[2] === 'serve' && process.argv[1] === import.meta.filename) {
  const [, , , url] = process.argv;
  serve(url === undefined ? createSqlite() : createPostgres(url));
}
