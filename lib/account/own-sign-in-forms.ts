import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { sessionRemovals } from '@/lib/account/sso/cookies';
import { isOwnForm } from '@/lib/account/sso/own-form';
import { readAtMost } from '@/lib/account/sso/read-at-most';
import { signedOutPath } from '@/lib/account/sso/service-addresses';
import { redirect } from '@/lib/account/sso/sign-in-page';
import { withOwnSignIns } from './own-sign-ins';

/** The form has one field, an ID. */
const maxFormBytes = 1000;

/**
 * Ends one session of the person, or all of them (`session=all`). If the session of this browser ends, the person is
 * signed out of this site too. If the API does not respond, the person gets the page `/account/devices`, which says so.
 */
export async function endOwnSession(app: Chapterhouse, request: Request): Promise<Response> {
  const cookies = parseCookies(request.headers.get('cookie'));
  const text = isOwnForm(app, request) ? await readAtMost(request, maxFormBytes) : null;
  const id = new URLSearchParams(text ?? '').get('session') ?? '';
  const page = `${app.config.baseUrl}/account/devices`;
  if (id === '') return redirect(page);
  const ended = await withOwnSignIns(app, cookies, async (client, token) => {
    const current = (await client.sessions(token)).find(({ IsCurrent }) => IsCurrent);
    await client.endSession(token, id === 'all' ? null : id);
    return { isOwn: id === 'all' || current?.ID === id };
  });
  if (ended === null) return redirect(page);
  if (!ended.result.isOwn) return redirect(`${page}?ended=1`);
  const response = redirect(`${app.config.baseUrl}${signedOutPath}`);
  for (const line of sessionRemovals(app, cookies)) response.headers.append('set-cookie', line);
  return response;
}

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
