import { expect, it } from 'vitest';
import { seedCast, startService } from '@/lib/service/sign-in-service.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';

describeUsualEngines('the sample email in the preview of the appearance', (store) => {
  seedCast(store);

  const theme = '8a1c4a-source-serif';
  const open = (query: string, id: number | string = 100) =>
    startService(store()).request(`/auth/organisation/${id}/sample-mail?${query}`);
  const logo = `${'0123456789abcdef'.repeat(2)}.png`;

  it('is shown to everybody in colours and a font that are not saved, and has only what is public', async () => {
    const response = await open(`theme=${theme}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('Guild of Bakers');
    expect(html).toContain('background:#8a1c4a');
    expect(html).toContain('Source Serif');
    expect(html).toContain('mailto:office@bakers.example');
    // The email contains neither the association's saved colour nor the name of any person.
    expect(html).not.toMatch(/7a1f5c|\bAda\b|Byron|\bBen\b|Okri|Bold/);
    expect(response.headers.get('Set-Cookie')).toBeNull();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('can only be framed by our own pages, runs no scripts and loads nothing but our pictures', async () => {
    const { headers } = await open(`theme=${theme}`);
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
    );
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('shows an uploaded logo by its address', async () => {
    const html = await (await open(`theme=${theme}&logo=${logo}`)).text();
    expect(html).toContain(`<img src="/pictures/100/${logo}" alt="Guild of Bakers"`);
  });

  it.each([
    'https://evil.example/pixel.png',
    '//evil.example/pixel.png',
    '../200/logo.png',
    `"><script>alert(1)</script>.png`,
    // Mail programs do not show SVG or WebP.
    logo.replace('png', 'svg'),
    logo.replace('png', 'webp'),
  ])('shows the name instead of the logo %s', async (name) => {
    const html = await (await open(new URLSearchParams({ theme, logo: name }).toString())).text();
    expect(html).not.toMatch(/<img|<script|evil|\.\./);
    expect(html).toMatch(/font-weight:bold">Guild of Bakers</);
  });

  it.each([
    ['no theme', '', 100],
    ['a colour that closes the style', 'theme=red;}</style><script>-system', 100],
    ['an unknown font', 'theme=8a1c4a-papyrus', 100],
    ['an unknown association', `theme=${theme}`, 999],
    ['no association', `theme=${theme}`, 'x'],
  ])('%s is an address that does not exist', async (_what, query, id) => {
    const response = await open(query, id);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('<script');
  });
});
