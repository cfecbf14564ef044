import type { Chapterhouse } from '@/lib/chapterhouse';
import { formSender } from '@/lib/http/form-sender';

/** true for a form of our own pages, and for a program without a browser's cookies. */
export function isOwnForm(
  { config }: { config: Pick<Chapterhouse['config'], 'baseUrl'> },
  { headers }: { headers: Pick<Headers, 'get'> },
): boolean {
  const sender = { origin: headers.get('origin'), site: headers.get('sec-fetch-site') };
  return formSender(sender, config.baseUrl) !== 'other';
}
