import type { Chapterhouse } from '@/lib/chapterhouse';

/** The address that gets a visitor's report. null: there is none, or emails are not sent. */
export function reportAddress({ config, site }: Pick<Chapterhouse, 'config' | 'site'>): string | null {
  return config.smtpUrl === null ? null : (site().contactEmail ?? config.contactEmail);
}
