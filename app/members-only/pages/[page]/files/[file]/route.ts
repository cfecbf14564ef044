import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { findOwnDoor } from '@/lib/office-pages/own-entry';
import { redirect } from '@/lib/account/sso/sign-in-page';

interface Context {
  params: Promise<{ page: string; file: string }>;
}

/** A download of a page for members. Without one, the page says why: it asks for a sign-in, or is not found. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { page, file } = await params;
  const app = chapterhouse();
  const door = await findOwnDoor(app, parseCookies(request.headers.get('cookie')));
  const path = `pages/${encodeURIComponent(page)}`;
  const answer =
    door.kind === 'office' ? await door.api.download(`${path}/files/${encodeURIComponent(file)}`) : null;
  if (answer?.status !== 200) return redirect(`${app.config.baseUrl}/members-only/${path}`);
  const kept = ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options'];
  return new Response(answer.body, {
    headers: {
      ...Object.fromEntries(kept.map((name) => [name, answer.headers.get(name) ?? ''])),
      'Cache-Control': 'private, no-store',
    },
  });
}
