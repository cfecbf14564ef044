import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { freePort, Installation } from './installation';

class TileServer {
  response: 'forbidden' | 'missing' | 'silent' = 'forbidden';
  readonly referrers: (string | undefined)[] = [];
  private server: Server | null = null;

  async start(): Promise<string> {
    const port = await freePort();
    this.server = createServer((request, response) => {
      this.referrers.push(request.headers.referer);
      if (this.response !== 'silent') response.writeHead(this.response === 'forbidden' ? 403 : 404).end();
    });
    await new Promise<void>((resolve) => this.server?.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${port}`;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

const tiles = new TileServer();
const installation = new Installation();
let base = '';

// Failed tiles are errors in the browser's console, which is expected here.
test.use({ viewport: { width: 1440, height: 900 }, expectedConsoleErrors: [/Failed to load resource/] });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const tileServer = await tiles.start();
  base = await installation.startDemonstration({
    MAP_TILES_URL: `${tileServer}/{z}/{x}/{y}.png`,
    MAP_TILES_ATTRIBUTION: 'Tiles by somebody else',
  });
});

test.afterAll(async () => {
  tiles.stop();
  await installation.stop();
});

const map = (page: Page) => page.getByRole('region', { name: 'Map of the members found' });
const ownTiles = (page: Page) => map(page).locator('.leaflet-tile-loaded[src^="/tiles/"]');
const marks = (page: Page) => map(page).locator('.mark');

for (const response of ['forbidden', 'missing'] as const) {
  test(`when the operator's tile server responds with ${response}, our own map replaces it and the page says so`, async ({
    page,
  }) => {
    tiles.response = response;
    tiles.referrers.length = 0;
    await page.goto(`${base}/map?near=Geelong`);
    await expect(ownTiles(page).first()).toBeVisible();
    await expect(map(page).getByText('The map background could not be loaded')).toBeVisible();
    await expect(map(page)).toContainText('Natural Earth');
    await expect(map(page)).not.toContainText('Tiles by somebody else');
    await expect(marks(page).first()).toBeVisible();
    // The Referer names the site, as OpenStreetMap's policy requires, but not the search.
    expect(new Set(tiles.referrers)).toEqual(new Set([`${base}/`]));
  });
}

test('a tile server that does not respond delays neither pins nor list, and is replaced by our own map', async ({
  page,
}) => {
  tiles.response = 'silent';
  await page.clock.install();
  await page.goto(`${base}/map?near=Geelong`, { waitUntil: 'domcontentloaded' });
  await expect(marks(page).first()).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(map(page)).toContainText('Tiles by somebody else');
  await expect(ownTiles(page)).toHaveCount(0);
  await page.clock.fastForward(11_000);
  await expect(ownTiles(page).first()).toBeVisible();
  await expect(map(page).getByText('The map background could not be loaded')).toBeVisible();
});
