import type { Chapterhouse } from '@/lib/chapterhouse';
import { formSender } from '@/lib/base/http/form-sender';

/** Whether a page of ours sent the form. Also true if a program without a browser's headers sent it. */
export function isOwnForm(
  { config }: { config: Pick<Chapterhouse['config'], 'baseUrl'> },
  { headers }: { headers: Pick<Headers, 'get'> },
): boolean {
  const sender = { origin: headers.get('origin'), site: headers.get('sec-fetch-site') };
  return formSender(sender, config.baseUrl) !== 'other';
}
