import type { Chapterhouse } from '@/lib/chapterhouse';

/** Who gets a visitor's report. null: nobody, or mails are not sent. */
export function reportAddress({ config, site }: Pick<Chapterhouse, 'config' | 'site'>): string | null {
  return config.smtpUrl === null ? null : (site().contactEmail ?? config.contactEmail);
}
