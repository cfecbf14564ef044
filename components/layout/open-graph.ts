import type { Metadata } from 'next';
import { brandPictureSize } from '@/lib/brand-picture';
import type { Site } from '@/lib/site';

/**
 * How a link to a page looks where it is shared. Next takes a page's Open Graph values instead of the layout's, not
 * with them, so each page that has its own asks here. The picture is the organisation's: its logo, else our mark in its
 * colour; nobody's but the organisation's, so it tells nothing of members.
 */
export function openGraph(
  { name, logoUrl, colour }: Site,
  page: { title?: string; description?: string; url?: string; type?: 'website' | 'profile' } = {},
): Metadata['openGraph'] {
  const drawn = { url: `/picture.png?${colour?.slice(1) ?? 'own'}`, type: 'image/png', ...brandPictureSize };
  const picture = logoUrl === null ? drawn : { url: logoUrl };
  return { siteName: name, type: 'website', ...page, images: [{ ...picture, alt: name }] };
}

/** A logo has a shape of its own, which a large picture would cut. */
export function twitterCard({ logoUrl }: Site): Metadata['twitter'] {
  return { card: logoUrl === null ? 'summary_large_image' : 'summary' };
}
