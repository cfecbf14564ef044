import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { loadStreets, openStreets, toStreetMap } from './open-streets';
import { fromThisMachine, archiveServer, subiaco, subiacoFile } from './streets.fixture';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-streets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const server = archiveServer(subiaco);

const changed = (at: number, bytes: number[] | Buffer) => {
  const copy = Buffer.from(subiaco);
  copy.set(bytes, at);
  return copy;
};
const int64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
const metadataAt = Number(subiaco.readBigUInt64LE(24));
const withMetadata = (metadata: Buffer) => {
  const copy = Buffer.concat([subiaco, metadata]);
  copy.writeBigUInt64LE(BigInt(subiaco.length), 24);
  copy.writeBigUInt64LE(BigInt(metadata.length), 32);
  return copy;
};
const json = (value: unknown) => withMetadata(gzipSync(JSON.stringify(value)));

test('a file and an address with the same archive are the same streets', async () => {
  const file = await openStreets(subiacoFile, fromThisMachine);
  const remote = await openStreets(server.address, fromThisMachine);
  expect(file.version).toBe(remote.version);
  expect(toStreetMap(file)).toEqual({
    streets: `/streets/${file.version}.pmtiles`,
    bounds: { south: -31.95, west: 115.819, north: -31.934, east: 115.839 },
    maxDataZoom: 15,
  });
  await file.source.close();
});

test.each<[string, Buffer, RegExp]>([
  ['an empty file', Buffer.alloc(0), /not a PMTiles archive/],
  [
    'a picture',
    Buffer.from('\u0089PNG and more than one hundred and twenty-seven bytes '.repeat(4)),
    /not a PMTiles archive/,
  ],
  ['version 2', changed(7, [2]), /version 2; version 3 is needed/],
  ['pictures', changed(99, [2]), /has pictures/],
  ['brotli', changed(98, [3]), /not compressed with gzip/],
  [
    'a truncated file',
    subiaco.subarray(0, 400_000),
    /truncated: it has 400000 bytes and its header names 444282/,
  ],
  ['a file of 200 bytes', subiaco.subarray(0, 200), /truncated/],
  ['a root directory beyond the first 16 KB', changed(16, int64(20_000n)), /not within the first 16 KB/],
  ['a damaged root directory', changed(140, Buffer.alloc(60)), /directory of the archive is damaged/],
  ['metadata of an exabyte', changed(32, int64(2n ** 60n)), /metadata is larger than 1 MB/],
  ['damaged metadata', changed(metadataAt, [0, 0, 0]), /metadata of the archive is damaged/],
  [
    'metadata that unpacks to 50 MB',
    withMetadata(gzipSync(Buffer.alloc(50e6, 'a'))),
    /metadata of the archive is damaged/,
  ],
  [
    'another schema',
    json({ vector_layers: [{ id: 'transportation' }, { id: 'building' }] }),
    /no layer "earth"/,
  ],
  ['no list of layers', json({ vector_layers: 'roads' }), /no layer "earth"/],
  ['an archive of the world at zoom 6', changed(100, [0, 6]), /ends at zoom 6, where there are no streets/],
  ['an area that is not on the earth', changed(102, [0xff, 0xff, 0xff, 0x7f]), /not a part of the earth/],
])('%s: the server starts without streets and says why', async (_what, bytes, reason) => {
  const file = join(folder, 'broken.pmtiles');
  writeFileSync(file, bytes);
  const warnings: string[] = [];
  const config = { mapStreets: file, allowsPrivateStreets: true, mapTiles: null, dataDir: folder };
  expect(await loadStreets(config, (text) => warnings.push(text))).toBeNull();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^the map has no streets: .*broken\.pmtiles: /);
  expect(warnings[0]).toMatch(reason);
});

test('an error names the missing file, folder or unreachable server, and leaves the key out of an address', async () => {
  const warnings: string[] = [];
  for (const mapStreets of [
    join(folder, 'none'),
    folder,
    'http://127.0.0.1:9/a.pmtiles?key=secret',
    'http://user:secret@127.0.0.1:9/a.pmtiles',
  ])
    await loadStreets({ mapStreets, allowsPrivateStreets: true, mapTiles: null, dataDir: folder }, (text) =>
      warnings.push(text),
    );
  expect(warnings).toEqual([
    `the map has no streets: ${join(folder, 'none')}: there is no such file`,
    `the map has no streets: ${folder}: this is not a file`,
    expect.stringMatching(
      /^the map has no streets: http:\/\/127\.0\.0\.1:9\/a\.pmtiles: 127\.0\.0\.1:9 does not respond/,
    ),
    'the map has no streets: http://127.0.0.1:9/a.pmtiles: the address must not have a user name or password',
  ]);
});

test('without a setting, the file that the command writes is used, unless there is a tile server', async () => {
  const config = { mapStreets: null, allowsPrivateStreets: true, mapTiles: null, dataDir: folder };
  const warn = () => expect.unreachable();
  expect(await loadStreets(config, warn)).toBeNull();
  writeFileSync(join(folder, 'streets.pmtiles'), subiaco);
  const own = await loadStreets(config, warn);
  expect(own?.header.maxZoom).toBe(15);
  await own?.source.close();
  expect(await loadStreets({ ...config, mapTiles: { url: '', attribution: '' } }, warn)).toBeNull();
});

test('a server that ignores ranges, or sends a different range, too much or too little, is refused and not read further', async () => {
  let sent = 0;
  const endless = (response: import('node:http').ServerResponse) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on('drain', write);
    write();
  };
  const answers: [RegExp, NonNullable<typeof server.answer>][] = [
    [
      /ignores range requests and sends the whole file/,
      (_request, response) => endless(response.writeHead(200)),
    ],
    [
      /sent a different range/,
      (_request, response) => endless(response.writeHead(206, { 'Content-Range': 'bytes 5-6/900000' })),
    ],
    [
      /sent more data than requested/,
      (_request, response) => endless(response.writeHead(206, { 'Content-Range': 'bytes 0-0/900000' })),
    ],
    [
      /sent less data than requested/,
      (_request, response) => response.writeHead(206, { 'Content-Range': 'bytes 0-0/9' }).end(),
    ],
    [/responds with status 403/, (_request, response) => endless(response.writeHead(403))],
  ];
  for (const [reason, answer] of answers) {
    server.answer = answer;
    await expect(openStreets(server.address, fromThisMachine)).rejects.toThrow(reason);
  }
  server.answer = null;
  expect(sent).toBeLessThan(50e6);
});

test('an address in a private network is asked only if the operator allows it', async () => {
  const rule = { allowsPrivate: false, howToAllow: 'set MAP_STREETS_PRIVATE=on' };
  const before = server.ranges.length;
  for (const [address, reason] of [
    [server.address, /must start with https:.*For a private network set MAP_STREETS_PRIVATE=on/],
    ['https://169.254.169.254/a.pmtiles', /private or reserved network. If that is intended set MAP/],
    ['https://localhost/a.pmtiles', /private or reserved network/],
    ['https://example.org:25/a.pmtiles', /must have the usual port/],
  ] as const)
    await expect(openStreets(address, rule)).rejects.toThrow(reason);
  expect(server.ranges.length).toBe(before);
});

test('a redirect is followed on the same server, and never into a private network', async () => {
  const redirecting = (to: string) => {
    server.answer = (request, response) => {
      if (request.url === '/archive.pmtiles') return void response.writeHead(302, { Location: to }).end();
      const [, first = '0', end = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const bytes = subiaco.subarray(Number(first), Number(end) + 1);
      response.writeHead(206, { 'Content-Range': `bytes ${first}-${end}/${subiaco.length}` }).end(bytes);
    };
    return openStreets(server.address, fromThisMachine);
  };
  expect((await redirecting('/moved')).header.maxZoom).toBe(15);
  const { port } = new URL(server.address);
  for (const to of [
    `http://localhost:${port}/moved`,
    'https://10.0.0.1/',
    'https://[::ffff:7f00:1]/',
    'file:///etc',
  ])
    await expect(redirecting(to)).rejects.toThrow(/^the address to which 127.0.0.1:\d+ redirects (must|is)/);
  await expect(redirecting('/archive.pmtiles')).rejects.toThrow(/redirects more than 5 times/);
  server.answer = null;
});
