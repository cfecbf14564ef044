import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/http/cookies';
import { exportFormats } from '@/lib/membership-api/office-members';
import { isOwnForm } from '@/lib/sso/own-form';
import { readAtMost } from '@/lib/sso/read-at-most';
import { redirect } from '@/lib/sso/sign-in-page';
import { findOffice } from './find-office';
import { readMembersView, toExportAddress, toExportRequest } from './members-view';

const maxFormBytes = 10_000;

/** The file that the form of the export page asks for, or that page again with what prevents it. */
export async function exportList(app: Chapterhouse, request: Request): Promise<Response> {
  const text = isOwnForm(app, request) ? await readAtMost(request, maxFormBytes) : null;
  const form = new URLSearchParams(text ?? '');
  const query = new URLSearchParams(form.get('list') ?? '');
  const view = readMembersView(
    Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)])),
  );
  const page = `${app.config.baseUrl}${toExportAddress(view)}`;
  const format = exportFormats.find((one) => one === form.get('format'));
  if (format === undefined) return redirect(page);
  const office = await findOffice(app, parseCookies(request.headers.get('cookie')));
  // The page asks for what is missing, such as a sign-in.
  if (office.kind !== 'office') return redirect(page);
  const answer = await office.api.download(toExportRequest(view, format));
  if (answer?.status === 401) return redirect(page);
  if (answer?.status !== 200) return redirect(`${page}${page.includes('?') ? '&' : '?'}failed=1`);
  return new Response(answer.body, {
    headers: {
      'Content-Type': answer.headers.get('content-type') ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename="members.${format}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
