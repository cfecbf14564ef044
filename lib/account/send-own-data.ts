import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { isOwnForm } from '@/lib/account/sso/own-form';
import { readAtMost } from '@/lib/account/sso/read-at-most';
import { findSession } from '@/lib/account/sso/session';
import { redirect } from '@/lib/account/sso/sign-in-page';

/** The forms have a few words and an ID. */
const maxFormBytes = 1000;

/**
 * The forms of the page “What is held about you”: a download, a request for erasure, and its withdrawal. If nothing was
 * done, the page is shown again and says why. For example, it asks for a sign-in.
 */
export async function sendOwnData(app: Chapterhouse, request: Request): Promise<Response> {
  const page = `${app.config.baseUrl}/account/privacy/data`;
  const text = isOwnForm(app, request) ? await readAtMost(request, maxFormBytes) : null;
  const form = new URLSearchParams(text ?? '');
  const session = await findSession(app, parseCookies(request.headers.get('cookie')));
  if (app.ownData === null || session === null) return redirect(page);
  const { accessToken } = session;
  const personId = form.get('person') ?? '';
  switch (form.get('do')) {
    case 'download': {
      const format = form.get('format') === 'json' ? 'json' : 'html';
      const file = await app.ownData.download(accessToken, format);
      if (file === null) return redirect(page);
      return new Response(file.text, {
        headers: {
          'Content-Type': file.type,
          'Content-Disposition': `attachment; filename="${file.name}"`,
          'Cache-Control': 'private, no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      });
    }
    case 'request':
      if (form.get('understood') !== 'on') return redirect(`${page}?done=unticked#erasure`);
      await app.ownData.requestErasure(accessToken, personId);
      return redirect(`${page}?done=sent`);
    case 'withdraw':
      await app.ownData.withdrawErasure(accessToken, personId);
      return redirect(`${page}?done=withdrawn`);
    default:
      return redirect(page);
  }
}
