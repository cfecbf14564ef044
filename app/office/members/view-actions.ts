'use server';

import { redirect } from 'next/navigation';
import { viewsText } from '@/lib/messages/office-views';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { textOf } from '@/lib/office-pages/form-text';
import { keepUnsent } from '@/lib/office-pages/kept-form';
import { addressOfView } from '@/lib/office-pages/members-view';
import type { OfficeWrite } from '@/lib/office-pages/office-api';
import { sendForm } from '@/lib/office-pages/send-form';
import type { ViewFormState } from '@/lib/office-pages/view-state';

export async function saveView(previous: ViewFormState, form: FormData): Promise<ViewFormState> {
  const office = await officeOfForm();
  const name = textOf(form, 'name');
  const isShared = form.get('shared') === 'yes';
  const list = textOf(form, 'list');
  const id = textOf(form, 'view');
  const isRemoval = form.get('intent') === 'remove';
  const sent = await sendForm(
    office,
    toWrite({ id, name, list, isShared, isRemoval }, form.get('use') === 'yes'),
  );
  if (!sent.isDone) {
    const kept = keepUnsent(office.kind, form, [[viewsText.name, name]]);
    return { turn: previous.turn + 1, view: id, name, isShared, refusal: sent.refusal, kept };
  }
  const address = addressOfView(list);
  redirect(`${address}${address.includes('?') ? '&' : '?'}done=${isRemoval ? 'view-removed' : 'view'}`);
}

interface Asked {
  id: string;
  name: string;
  list: string;
  isShared: boolean;
  isRemoval: boolean;
}

function toWrite({ id, name, list, isShared, isRemoval }: Asked, usesList: boolean): OfficeWrite {
  if (id === '') {
    return { method: 'POST', path: 'views', body: { Name: name, List: list, Shared: isShared } };
  }
  const path = `views/${encodeURIComponent(id)}`;
  if (isRemoval) return { method: 'DELETE', path };
  const body = { Name: name, Shared: isShared, ...(usesList ? { List: list } : {}) };
  return { method: 'PATCH', path, body };
}
