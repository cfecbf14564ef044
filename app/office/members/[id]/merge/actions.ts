'use server';

import { redirect } from 'next/navigation';
import { lookUp } from '@/lib/base/look-up';
import { mergeText } from '@/lib/messages/office-merge';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { reasonOf, textOf } from '@/lib/office-pages/form-text';
import { keepUnsent } from '@/lib/office-pages/kept-form';
import { mergePatch, mergePath, sentMerge, type MergeState } from '@/lib/office-pages/merge-members';
import { membersPath } from '@/lib/office-pages/members-view';
import { requireMember } from '@/lib/office-pages/read-member';
import { sendForm } from '@/lib/office-pages/send-form';

export async function mergeMembers(previous: MergeState, form: FormData): Promise<MergeState> {
  const office = await officeOfForm();
  const [id, other] = [textOf(form, 'id'), textOf(form, 'other')];
  const state = sentMerge(form, previous.turn);
  if (office.kind !== 'office') {
    const sent = await sendForm(office, { method: 'POST', path: 'members' });
    const kept = keepUnsent(office.kind, form, [[mergeText.reason, reasonOf(form)]]);
    return { ...state, refusal: sent.isDone ? null : sent.refusal, kept };
  }
  const [mine, theirs] = [await requireMember(office, id), await requireMember(office, other)];
  const sent = await sendForm(office, {
    method: 'POST',
    path: `members/${encodeURIComponent(id)}/merge`,
    // If one of the members has changed since the page was shown, the ETags do not match.
    etag: textOf(form, 'tag'),
    body: {
      With: other,
      WithTag: textOf(form, 'otherTag'),
      Changes: mergePatch(mine.member, theirs.member, (name) => lookUp(state.taken, name) ?? null),
    },
    reason: reasonOf(form),
  });
  if (!sent.isDone) {
    if (mine.etag !== textOf(form, 'tag') || theirs.etag !== textOf(form, 'otherTag'))
      redirect(`${mergePath(id, other)}&changed=1`);
    return { ...state, refusal: sent.refusal, kept: null };
  }
  const { Run: run } = Object(sent.answer.body) as { Run?: unknown };
  redirect(`${membersPath}/${encodeURIComponent(id)}?done=merged&run=${encodeURIComponent(String(run))}`);
}
