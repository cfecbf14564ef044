/** Downloads: our own form asks for a file, which the API makes. */
import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { isOwnForm } from '@/lib/account/sso/own-form';
import { readAtMost } from '@/lib/account/sso/read-at-most';
import { redirect } from '@/lib/account/sso/sign-in-page';
import { findOffice, type FormDoor } from './find-office';

const maxFormBytes = 10_000;

export async function readFileForm(app: Chapterhouse, request: Request): Promise<URLSearchParams> {
  const text = isOwnForm(app, request) ? await readAtMost(request, maxFormBytes) : null;
  return new URLSearchParams(text ?? '');
}

interface WantedFile {
  /** The page with the form. It is shown again, and says why, if there is no file. */
  page: string;
  /** The path after `/office/`, with its query. null: the form asks for no file. */
  path: string | null;
  fileName: string;
}

/** The file, or a redirect to the form's page, with `failed=1` if the API refused or failed. */
export async function sendFile(
  app: Chapterhouse,
  request: Request,
  { page: pagePath, path, fileName }: WantedFile,
): Promise<Response> {
  const page = `${app.config.baseUrl}${pagePath}`;
  if (path === null) return redirect(page);
  const office = await findOffice(app, parseCookies(request.headers.get('cookie')));
  // If the office cannot be opened, the page with the form says why. For example, it asks for a sign-in.
  if (office.kind !== 'office') return redirect(page);
  const answer = await office.api.download(path);
  if (answer?.status === 401) return redirect(page);
  if (answer?.status !== 200) return redirect(`${page}${page.includes('?') ? '&' : '?'}failed=1`);
  return new Response(answer.body, {
    headers: {
      'Content-Type': answer.headers.get('content-type') ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** A picture that may not be public. 404: there is none, or the reader may not see it. */
export async function sendPicture(
  door: FormDoor,
  { membershipId, id }: { membershipId: string; id: string },
): Promise<Response> {
  const path = `members/${encodeURIComponent(membershipId)}/pictures/${encodeURIComponent(id)}`;
  const answer = door.kind === 'office' ? await door.api.download(path) : null;
  const headers = { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' };
  if (answer?.status !== 200) return new Response(null, { status: 404, headers });
  return new Response(answer.body, { headers: { ...headers, 'Content-Type': 'image/webp' } });
}
