import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { isOwnForm } from '@/lib/account/sso/own-form';
import { readAtMost } from '@/lib/account/sso/read-at-most';
import { redirect } from '@/lib/account/sso/sign-in-page';
import { withOwnSignIns } from './own-sign-ins';

/** The form has one field, an ID. */
const maxFormBytes = 1000;

/** If the API does not respond, the next page says so. */
export async function withdrawFromSite(app: Chapterhouse, request: Request): Promise<Response> {
  const cookies = parseCookies(request.headers.get('cookie'));
  const text = isOwnForm(app, request) ? await readAtMost(request, maxFormBytes) : null;
  const id = new URLSearchParams(text ?? '').get('site') ?? '';
  const page = `${app.config.baseUrl}/account/sites`;
  if (id === '') return redirect(page);
  const withdrawn = await withOwnSignIns(app, cookies, (client, token) => client.withdraw(token, id));
  return redirect(withdrawn === null ? page : `${page}?withdrawn=1`);
}
