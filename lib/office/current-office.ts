/** Finds who works in the office; every page and every form of the office calls it first. */
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/http/cookies';
import { isOwnForm } from '@/lib/sso/own-form';
import { findOffice, type OfficeResponse } from './find-office';

/** The results of `findOffice` for which a page is shown. */
export type OpenOffice = Extract<OfficeResponse, { kind: 'office' | 'remote' | 'unavailable' }>;

/**
 * The office of the person who sent this request. A person who is not signed in must sign in, and then returns to
 * `path`. A person without a role gets the not-found page.
 */
export async function requireOffice(path: string): Promise<OpenOffice> {
  const response = await requestOnce();
  const back = encodeURIComponent(path);
  switch (response.kind) {
    case 'signed-out':
      redirect(`/sign-in?callbackUrl=${back}`);
    case 'expired':
      redirect(`/api/auth/renew?callbackUrl=${back}`);
    case 'no-role':
      notFound();
    default:
      return response;
  }
}

/**
 * Like `requireOffice`, for a page with forms. `kept`: a form was sent without scripts, and its page cannot be shown.
 * The caller must then show the content of the form.
 */
export async function requireOfficeOrForm(path: string): Promise<OpenOffice | { kind: 'kept' }> {
  const { kind } = await requestOnce();
  const isClosed = kind === 'signed-out' || kind === 'expired' || kind === 'unavailable';
  return isClosed && (await isFormPost()) ? { kind: 'kept' } : requireOffice(path);
}

/**
 * A page cannot read the request's method, but it can read this header. If scripts are on, they send the form
 * themselves, and no page is shown.
 */
async function isFormPost(): Promise<boolean> {
  return (await headers()).get('content-type')?.startsWith('multipart/form-data') === true;
}

/**
 * The office of the person who sent this form. Unlike `requireOffice`, it never redirects. The form can therefore show
 * its content again.
 * @throws Error if another site's page sent the form
 */
export async function officeOfForm(): Promise<OfficeResponse> {
  if (!isOwnForm(chapterhouse(), { headers: await headers() })) {
    throw new Error('the form is not from this site');
  }
  return requestOnce();
}

/** It runs once for each request, even if several parts of the page call it. */
const requestOnce = cache(async (): Promise<OfficeResponse> => {
  return await findOffice(chapterhouse(), parseCookies((await headers()).get('cookie')));
});
