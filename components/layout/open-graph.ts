import type { Metadata } from 'next';
import type { Site } from '@/lib/site';

/**
 * How a link to a page looks where it is shared. Next takes a page's Open Graph values instead of the layout's, not
 * with them, so each page that has its own asks here. The organisation's logo is the picture; without one there is none.
 */
export function openGraph(
  { name, logoUrl }: Site,
  page: { title?: string; description?: string; url?: string; type?: 'website' | 'profile' } = {},
): Metadata['openGraph'] {
  const images = logoUrl === null ? {} : { images: [{ url: logoUrl, alt: name }] };
  return { siteName: name, type: 'website', ...page, ...images };
}
