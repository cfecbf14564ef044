import type { Config } from '@/lib/config';
import type { Site } from '@/lib/site';

/** The email address that visitors' reports are sent to. null: there is none, or emails are not sent. */
export function reportAddress({
  config,
  site,
}: {
  config: Pick<Config, 'smtpUrl' | 'contactEmail'>;
  site: () => Site;
}): string | null {
  return config.smtpUrl === null ? null : (site().contactEmail ?? config.contactEmail);
}
