import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { tileIdToZxy } from 'pmtiles';
import { describe, expect, test, vi } from 'vitest';
import { decodeDirectory, encodeDirectory } from '@/lib/map/streets/directory-codec';
import { writeHeader } from '@/lib/map/streets/archive-header';
import { openStreets } from '@/lib/map/streets/open-streets';
import {
  fromThisMachine,
  archiveServer,
  readArchive,
  subiaco,
  subiacoFile,
} from '@/lib/map/streets/streets.fixture';
import { testEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

const centre = '115.825,-31.948,115.828,-31.945';

/** Returns the tiles of an archive that has no leaf directories. The bytes of each tile are as stored. */
async function tilesOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const header = await readArchive(bytes).getHeader();
  const root = decodeDirectory(
    bytes.subarray(header.rootDirectoryOffset, header.rootDirectoryOffset + header.rootDirectoryLength),
  );
  const tiles = new Map<string, Buffer>();
  for (const { tileId, runLength, offset, length } of root)
    for (let run = 0; run < runLength; run += 1) {
      const from = header.tileDataOffset + offset;
      tiles.set(tileIdToZxy(tileId + run).join('/'), bytes.subarray(from, from + length));
    }
  return tiles;
}

describe('streets fetch', () => {
  const { folder, run, runAtTerminal } = commandFolder();
  const server = archiveServer(subiaco);
  const file = join(folder, 'out.pmtiles');

  test('has the tiles of the area, byte for byte, and a reader of PMTiles finds them', async () => {
    const { exitCode, out } = await run(
      `streets fetch --bbox ${centre} --from ${server.address} --allow-private --output out.pmtiles --yes --json`,
    );
    expect(exitCode).toBe(0);
    const written = readFileSync(file);
    expect(JSON.parse(out)).toEqual({
      file,
      bytes: written.length,
      fetched: written.length,
      tiles: 5,
      bounds: { south: -31.948, west: 115.825, north: -31.945, east: 115.828 },
      from: server.address,
    });
    const [all, some] = [await tilesOf(subiaco), await tilesOf(written)];
    expect([...some.keys()]).toEqual([
      '11/1682/1215',
      '12/3365/2431',
      '13/6731/4863',
      '14/13463/9727',
      '15/26926/19455',
    ]);
    for (const [name, bytes] of some) expect(bytes.equals(all.get(name) ?? Buffer.alloc(0)), name).toBe(true);
    const [from, to] = [readArchive(subiaco), readArchive(written)];
    const tile = [15, 26926, 19455] as const;
    expect((await to.getZxy(...tile))?.data).toEqual((await from.getZxy(...tile))?.data);
    expect(await to.getZxy(15, 26927, 19455)).toBeUndefined();
    expect(await to.getHeader()).toMatchObject({ clustered: true, numAddressedTiles: 5, numTileContents: 5 });
    expect(await to.getMetadata()).toMatchObject({ attribution: expect.stringContaining('OpenStreetMap') });
  });

  test('asks first, and fetches nothing if the answer is no; without a terminal it needs --yes', async () => {
    const line = `streets fetch --bbox ${centre} --from ${server.address} --allow-private --output asked.pmtiles`;
    const before = server.ranges.length;
    const refused = await runAtTerminal(line, 'n');
    expect([refused.exitCode, refused.err]).toEqual([
      1,
      expect.stringMatching(/5 tiles of the area .*: 0\.\d MB[^]*Nothing was fetched/),
    ]);
    expect(existsSync(join(folder, 'asked.pmtiles'))).toBe(false);
    expect((await run(line)).exitCode).toBe(2);
    // Finding out the size needs only the directories.
    for (const [first, last] of server.ranges.slice(before)) expect(last - first).toBeLessThanOrEqual(16_384);
    expect((await runAtTerminal(line, 'y')).exitCode).toBe(0);
    expect(readFileSync(join(folder, 'asked.pmtiles')).equals(readFileSync(file))).toBe(true);
  });

  test('continues after an interruption and does not read the same data twice', async () => {
    const out = join(folder, 'resumed.pmtiles');
    const line = `streets fetch --bbox 115.819,-31.95,115.839,-31.934 --from ${server.address} --allow-private --output resumed.pmtiles --yes`;
    expect((await run(line)).exitCode).toBe(0);
    const whole = readFileSync(out);
    rmSync(out);
    // After an interruption, the partial file may end in the middle of a tile.
    writeFileSync(`${out}.part`, whole.subarray(0, 200_001));
    const before = server.ranges.length;
    const resumed = await run(line);
    expect([resumed.exitCode, resumed.err]).toEqual([
      0,
      expect.stringContaining('0.2 MB were fetched before an interruption'),
    ]);
    expect(readFileSync(out).equals(whole)).toBe(true);
    expect(existsSync(`${out}.part`)).toBe(false);
    const read = server.ranges.slice(before).reduce((sum, [first, last]) => sum + last - first + 1, 0);
    expect(read).toBeLessThan(whole.length - 200_001 + 25_000);
    // A partial file of another archive is not continued.
    writeFileSync(`${out}.part`, Buffer.alloc(300_000));
    await run(line);
    expect(readFileSync(out).equals(whole)).toBe(true);
  });

  test('if the connection breaks, the fetched part and the previous finished file are kept', async () => {
    const out = join(folder, 'broken.pmtiles');
    writeFileSync(out, 'the streets of before');
    const before = server.etag;
    const line = `streets fetch --bbox ${centre} --from ${server.address} --allow-private --output broken.pmtiles --yes`;
    let requests = 0;
    server.answer = (request, response) => {
      requests += 1;
      const [, first = '0', last = '0'] = /(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
      response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${subiaco.length}`, ETag: before });
      const bytes = subiaco.subarray(Number(first), Number(last) + 1);
      if (requests < 4) return response.end(bytes);
      response.write(bytes.subarray(0, 100));
      response.destroy();
    };
    const { exitCode, err } = await run(line);
    server.answer = null;
    expect([exitCode, err]).toEqual([
      1,
      expect.stringMatching(/archive\.pmtiles: .*(broke|less than asked|does not respond)/),
    ]);
    expect(readFileSync(out, 'utf8')).toBe('the streets of before');
    expect((await run(line)).exitCode).toBe(0);
    expect(readFileSync(out).equals(readFileSync(file))).toBe(true);
  });

  test('an archive that changes while it is read is refused', async () => {
    const line = `streets fetch --bbox ${centre} --from ${server.address} --allow-private --output changing.pmtiles --yes`;
    const requests: unknown[] = [];
    server.answer = (request, response) => {
      requests.push(request.headers.range);
      const [, first = '0', last = '0'] = /(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
      response.writeHead(206, {
        'Content-Range': `bytes ${first}-${last}/${subiaco.length}`,
        ETag: `"${requests.length > 3}"`,
      });
      response.end(subiaco.subarray(Number(first), Number(last) + 1));
    };
    const { exitCode, err } = await run(line);
    server.answer = null;
    expect([exitCode, err]).toEqual([1, expect.stringContaining('was changed while it was in use')]);
    expect(existsSync(join(folder, 'changing.pmtiles'))).toBe(false);
  });

  test.each([
    ['--bbox 1,2,3 --from x --yes', 2, /west,south,east,north/],
    ['--bbox 115,-31,114 --from x --yes', 2, /west,south,east,north/],
    ['--bbox 10,5,20,4 --from x --yes', 2, /west,south,east,north/],
    ['--around-members 20 --from x --yes', 2, /such as 20km or 12mi/],
    ['--around-members 900km --from x --yes', 2, /up to 500 km/],
    [`--around-members 2km --bbox ${centre} --yes`, 2, /cannot be combined/],
    [`--bbox ${centre} --from nowhere.pmtiles --yes`, 1, /nowhere\.pmtiles: there is no such file/],
    ['--bbox 10,50,10.1,50.1 --from FILE --yes', 1, /no streets in this area/],
  ])('streets fetch %s is refused', async (options, code, reason) => {
    const { exitCode, err } = await run(`streets fetch ${options.replace('FILE', subiacoFile)}`);
    expect([exitCode, err]).toEqual([code, expect.stringMatching(reason)]);
  });

  test('an area that is larger than the archive has only the tiles of the archive', async () => {
    const line = `streets fetch --bbox 170,-85,130,85 --from ${server.address} --allow-private --output all.pmtiles --yes --json`;
    const { exitCode, out } = await run(line);
    const { minLat, minLon, maxLat, maxLon } = await readArchive(subiaco).getHeader();
    expect([exitCode, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ bounds: { south: minLat, west: minLon, north: maxLat, east: maxLon } }),
    ]);
    const [all, fetched] = [await tilesOf(subiaco), await tilesOf(readFileSync(join(folder, 'all.pmtiles')))];
    expect([...fetched.keys()]).toEqual([...all.keys()]);
  });

  test('an area with too many tiles is refused', async () => {
    const planet = Buffer.from(subiaco);
    // The header's smallest and largest longitude and latitude, in steps of 1e-7 degrees.
    for (const [at, degrees] of [-180, -85, 180, 85].entries())
      planet.writeInt32LE(degrees * 1e7, 102 + 4 * at);
    writeFileSync(join(folder, 'planet.pmtiles'), planet);
    const { exitCode, err } = await run('streets fetch --bbox -180,-85,180,85 --from planet.pmtiles --yes');
    expect([exitCode, err]).toEqual([
      1,
      expect.stringMatching(/1,4\d\d,\d+,\d+ tiles, and at most 4,000,000/),
    ]);
  });

  test('an archive whose directories refer to each other in a circle, or name impossible tiles, is refused', async () => {
    const header = await readArchive(subiaco).getHeader();
    const metadata = subiaco.subarray(
      header.jsonMetadataOffset,
      header.jsonMetadataOffset + header.jsonMetadataLength,
    );
    const hostile = (root: Buffer, leaf: Buffer) =>
      Buffer.concat([
        writeHeader({
          rootLength: root.length,
          metadataLength: metadata.length,
          leafLength: leaf.length,
          tileDataLength: 100,
          addressedTiles: 1,
          tileEntries: 1,
          tileContents: 1,
          minZoom: 0,
          maxZoom: 15,
          bounds: { south: -32, west: 115, north: -31, east: 116 },
        }),
        ...[root, metadata, leaf, Buffer.alloc(100)],
      ]);
    const circle = encodeDirectory([{ tileId: 0, offset: 0, length: 40, runLength: 0 }]);
    const padded = Buffer.concat([circle, Buffer.alloc(Math.max(0, 40 - circle.length))]).subarray(
      0,
      circle.length,
    );
    const same = encodeDirectory([{ tileId: 0, offset: 0, length: circle.length, runLength: 0 }]);
    for (const [bytes, reason] of [
      [hostile(same, padded), /directories of the archive are damaged|directory of the archive is damaged/],
      [
        hostile(
          encodeDirectory([{ tileId: 0, offset: 2 ** 40, length: 50, runLength: 2 ** 32 }]),
          Buffer.alloc(0),
        ),
        /tiles that it cannot have/,
      ],
      [
        hostile(encodeDirectory([{ tileId: 0, offset: 2 ** 40, length: 50, runLength: 0 }]), Buffer.alloc(9)),
        /directories of the archive are damaged/,
      ],
    ] as const) {
      writeFileSync(join(folder, 'hostile.pmtiles'), bytes);
      const { exitCode, err } = await run(
        `streets fetch --bbox ${centre} --from hostile.pmtiles --output h.pmtiles --yes`,
      );
      expect([exitCode, err]).toEqual([1, expect.stringMatching(reason)]);
    }
  });

  test('without --from, the latest build of Protomaps from the last week is used', async () => {
    vi.stubEnv('CHAPTERHOUSE_NOW', '2026-11-02T10:00:00Z');
    const requested: string[] = [];
    const request = vi.spyOn(https, 'request').mockImplementation((...[url, options]: unknown[]) => {
      const address = String(url);
      if (!requested.includes(address)) requested.push(address);
      const to = address.endsWith('/20261031.pmtiles') ? server.address : `${server.address}/none`;
      // The code under test gives options and no callback, and uses no agent of https here.
      return http.request(to, { ...(options as RequestOptions), agent: undefined, lookup: undefined });
    });
    const found = await run(`streets fetch --bbox ${centre} --output latest.pmtiles --yes --json`);
    request.mockRestore();
    vi.stubEnv('CHAPTERHOUSE_NOW', '');
    expect(found.exitCode).toBe(0);
    expect(requested).toEqual(
      ['20261102', '20261101', '20261031'].map((day) => `https://build.protomaps.com/${day}.pmtiles`),
    );
    expect(readFileSync(join(folder, 'latest.pmtiles')).equals(readFileSync(file))).toBe(true);
  });
});

describe.each(testEngines)('streets fetch --around-members on %s', (engine) => {
  const { folder, run } = commandFolder(engine);

  test('fetches only the area around the members whom the directory shows', async () => {
    mkdirSync(folder, { recursive: true });
    const row = (name: string, listed: string, lat: number, lng: number) =>
      `${name},Firm,2030-06-30,${listed},${lat},${lng},Subiaco,WA,6008,Australia`;
    writeFileSync(
      join(folder, 'firms.csv'),
      [
        'Organisation,MembershipType,ExpiryDate,Listed,Lat,Lng,Suburb,State,Postcode,Country',
        row('Shown', 'yes', -31.9465, 115.8265),
        // This member is 2 km to the north-east of the other member, and so needs other tiles.
        row('Hidden', 'no', -31.9345, 115.8385),
      ].join('\n'),
    );
    expect((await run('import firms.csv --organisation 7 --create Firms')).exitCode).toBe(0);
    const fetched = await run(`streets fetch --around-members 100m --from ${subiacoFile} --yes`);
    expect(fetched.exitCode).toBe(2);
    const { exitCode, out } = await run(
      `streets fetch --around-members 0.1km --from ${subiacoFile} --yes --json`,
    );
    expect(exitCode).toBe(0);
    const result: { file: string; bounds: Record<string, number> } = JSON.parse(out);
    expect(result.file).toBe(join(folder, 'data', 'streets.pmtiles'));
    expect(result.bounds.north).toBeCloseTo(-31.9456, 3);
    expect(result.bounds.east).toBeCloseTo(115.8276, 3);
    const header = await readArchive(readFileSync(result.file)).getHeader();
    expect(header.numAddressedTiles).toBe(5);
    expect(
      gunzipSync(
        readFileSync(result.file).subarray(
          header.jsonMetadataOffset,
          header.jsonMetadataOffset + header.jsonMetadataLength,
        ),
      ).toString(),
    ).not.toContain(folder);
    const elsewhere = await run(`streets fetch --from ${subiacoFile} --organisation 8 --yes`);
    expect([elsewhere.exitCode, elsewhere.err]).toEqual([
      1,
      expect.stringContaining('There is no organisation 8'),
    ]);
  });
});

describe('doctor', () => {
  const { folder, run } = commandFolder();
  const about = async () => {
    const { findings }: { findings: { subject: string; level: string; text: string; fix: string | null }[] } =
      JSON.parse((await run('doctor --json')).out);
    return findings.find(({ subject }) => subject === 'streets');
  };

  test('reports the age of the streets, how to get streets, and what is wrong with a file', async () => {
    expect(await about()).toMatchObject({ level: 'note', text: 'the map has no streets' });
    const place = join(folder, 'data', 'streets.pmtiles');
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(place, subiaco);
    const { metadata, source } = await openStreets(place, fromThisMachine);
    await source.close();
    const made = String(metadata['planetiler:osm:osmosisreplicationtime']);
    vi.stubEnv('CHAPTERHOUSE_NOW', new Date(Date.parse(made) + 3.5 * 86_400_000).toISOString());
    expect(await about()).toMatchObject({
      level: 'fine',
      text: `${place}, 0.4 MB, OpenStreetMap of ${made.slice(0, 10)} (3 days old)`,
    });
    vi.stubEnv('CHAPTERHOUSE_NOW', new Date(Date.parse(made) + 501 * 86_400_000).toISOString());
    expect(await about()).toMatchObject({ level: 'note', fix: expect.stringContaining('streets fetch') });
    vi.stubEnv('CHAPTERHOUSE_NOW', '');
    writeFileSync(place, subiaco.subarray(0, 300_000));
    expect(await about()).toMatchObject({ level: 'wrong', text: expect.stringContaining('truncated') });
  });
});
