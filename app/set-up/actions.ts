'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { isOwnForm } from '@/lib/account/sso/own-form';
import { chapterhouse } from '@/lib/chapterhouse';
import { setUpText } from '@/lib/messages/sign-in';
import { textOf } from '@/lib/office-pages/form-text';
import { refuseShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

/** Each link can be used once. What was typed is shown again, except the password. */
export async function setUp(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const app = chapterhouse();
  if (!isOwnForm(app, { headers: await headers() })) throw new Error('the form is not from this site');
  const { firstName, lastName, email, name, country, timeZone } = setUpText;
  const sent = { previous, form, labels: { firstName, lastName, email, name, country, timeZone } };
  const password = form.get('password');
  const result = await app.setUp?.complete(textOf(form, 'token'), {
    firstName: textOf(form, 'firstName'),
    lastName: textOf(form, 'lastName'),
    email: textOf(form, 'email'),
    password: typeof password === 'string' ? password : '',
    name: textOf(form, 'name'),
    country: textOf(form, 'country'),
    timeZone: textOf(form, 'timeZone'),
  });
  if (result === 'done') redirect('/set-up?done=1');
  if (result === undefined || result === 'link') redirect('/set-up');
  return refuseShortForm(sent, ...result.problems);
}
