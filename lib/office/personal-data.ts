/** The export and the erasure of a person. */
import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/http/cookies';
import { isOwnForm } from '@/lib/sso/own-form';
import { readAtMost } from '@/lib/sso/read-at-most';
import { redirect } from '@/lib/sso/sign-in-page';
import { findOffice } from './find-office';
import { membersPath } from './members-view';
import type { FormRefusal } from './send-form';

export interface ErasureState {
  turn: number;
  reason: string;
  newContact: string;
  withCompany: boolean;
  refusal: FormRefusal | null;
}

/** What the API did, or would do. */
export const erasureSchema = z.object({
  Memberships: z.array(z.string()),
  /** Companies that get another contact. */
  Kept: z.array(z.string()),
  /** Memberships that lose their company. */
  Detached: z.array(z.string()),
  /** false: the database files may still contain deleted data. */
  Complete: z.boolean(),
});

export function personalDataPath(id: string): string {
  return `${membersPath}/${encodeURIComponent(id)}/personal-data`;
}

const maxFormBytes = 10_000;

/** The file that the form of the page asks for, or that page again with what prevents it. */
export async function exportPerson(app: Chapterhouse, request: Request, id: string): Promise<Response> {
  const text = isOwnForm(app, request) ? await readAtMost(request, maxFormBytes) : null;
  const format = new URLSearchParams(text ?? '').get('format');
  const page = `${app.config.baseUrl}${personalDataPath(id)}`;
  if (format !== 'json' && format !== 'html') return redirect(page);
  const office = await findOffice(app, parseCookies(request.headers.get('cookie')));
  // The page asks for what is missing, such as a sign-in.
  if (office.kind !== 'office') return redirect(page);
  const path = `members/${encodeURIComponent(id)}/personal-data?Format=${format}`;
  const answer = await office.api.download(path);
  if (answer === null || answer.status >= 500) return redirect(`${page}?failed=1`);
  if (answer.status !== 200) return redirect(page);
  return new Response(answer.body, {
    headers: {
      'Content-Type': answer.headers.get('content-type') ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename="person.${format}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
