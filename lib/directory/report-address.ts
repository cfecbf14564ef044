import type { Chapterhouse } from '@/lib/chapterhouse';

/** The email address that visitors' reports are sent to. null: there is none, or emails are not sent. */
export function reportAddress({ config, site }: Pick<Chapterhouse, 'config' | 'site'>): string | null {
  return config.smtpUrl === null ? null : (site().contactEmail ?? config.contactEmail);
}
