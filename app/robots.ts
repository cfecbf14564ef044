import type { MetadataRoute } from 'next';
import { chapterhouse } from '@/lib/chapterhouse';

export const dynamic = 'force-dynamic';

/** Search engines may index profiles and landing pages, but not a member's own pages or the data that pages load. */
export default function robots(): MetadataRoute.Robots {
  const { baseUrl } = chapterhouse().config;
  return {
    rules: {
      userAgent: '*',
      disallow: ['/account', '/api/', '/directory/', '/members-only', '/sign-in', '/verify'],
    },
    sitemap: `${baseUrl}/sitemap.xml`,
  };
}
