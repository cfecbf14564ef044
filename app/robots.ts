import type { MetadataRoute } from 'next';
import { chapterhouse } from '@/lib/chapterhouse';

export const dynamic = 'force-dynamic';

/** Profiles and landing pages are for search engines; what is a member's own, and the data behind the pages, is not. */
export default function robots(): MetadataRoute.Robots {
  const { baseUrl } = chapterhouse().config;
  return {
    rules: {
      userAgent: '*',
      disallow: ['/account', '/api/', '/directory/', '/members-only', '/sign-in', '/verify/'],
    },
    sitemap: `${baseUrl}/sitemap.xml`,
  };
}
