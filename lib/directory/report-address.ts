import type { Config } from '@/lib/base/config';
import type { Site } from '@/lib/contract/site';

/** null: there is no address, or emails are not sent. */
export function reportAddress({
  config,
  site,
}: {
  config: Pick<Config, 'smtpUrl' | 'contactEmail'>;
  site: () => Site;
}): string | null {
  return config.smtpUrl === null ? null : (site().contactEmail ?? config.contactEmail);
}
