import { chapterhouse } from '@/lib/chapterhouse';
import { palette } from '@/lib/base/palette';
import { accentShades } from '@/lib/base/theme';

export const dynamic = 'force-dynamic';

/** The web manifest: how the site looks on a device's home screen. @see https://www.w3.org/TR/appmanifest/ */
export function GET(): Response {
  const { name, colour, squareLogoUrl } = chapterhouse().site();
  const icon = (sizes: number) => ({
    src: `/icon-${sizes}.png`,
    sizes: `${sizes}x${sizes}`,
    type: 'image/png',
  });
  const manifest = {
    name,
    start_url: '/',
    display: 'browser',
    theme_color: accentShades(colour).light.accent,
    background_color: palette.light.surface,
    icons:
      squareLogoUrl === null
        ? [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }, icon(192), icon(512)]
        : [{ src: squareLogoUrl, sizes: 'any' }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
  });
}
