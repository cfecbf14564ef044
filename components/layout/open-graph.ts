import type { Metadata } from 'next';
import { brandPictureSize } from '@/lib/base/brand-picture';
import type { Site } from '@/lib/contract/site';

/**
 * The Open Graph data of a page. Next.js does not merge the data of a page with that of the layout. The page's data
 * replaces the layout's. So each page that has values of its own calls this function. The picture is the organisation's
 * own social picture or logo. If the organisation has neither, the picture is our mark in the organisation's colour. It
 * is never the picture of a member.
 */
export function openGraph(
  { name, logoUrl, socialPictureUrl, colour }: Site,
  page: { title?: string; description?: string; url?: string; type?: 'website' | 'profile' } = {},
): Metadata['openGraph'] {
  const drawn = { url: `/picture.png?${colour?.slice(1) ?? 'own'}`, type: 'image/png', ...brandPictureSize };
  const own = socialPictureUrl ?? logoUrl;
  const picture = own === null ? drawn : { url: own };
  return { siteName: name, type: 'website', ...page, images: [{ ...picture, alt: name }] };
}

/**
 * If a site has a logo but no social picture, the link preview has no large picture, because the logo would be cropped.
 */
export function twitterCard({ logoUrl, socialPictureUrl }: Site): Metadata['twitter'] {
  return { card: logoUrl === null || socialPictureUrl !== null ? 'summary_large_image' : 'summary' };
}
