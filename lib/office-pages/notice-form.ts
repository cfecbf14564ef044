import type { NoticePreview } from '@/lib/contract/office-notices';
import { yearlyDays } from '@/lib/contract/notice-days';
import { textOf } from './form-text';
import { noticeFormText } from '@/lib/messages/office-notices';
import type { OfficeLookup } from './find-office';
import { keepUnsent, type KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface NoticesState {
  turn: number;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const noNoticesAction: NoticesState = { turn: 0, refusal: null, kept: null };

/** The values as they were typed into the form. */
export interface NoticeValues {
  days: string;
  when: string;
  on: boolean;
  subject: string;
  text: string;
  member: string;
}

export interface NoticeFormState {
  turn: number;
  values: NoticeValues;
  refusal: FormRefusal | null;
  preview: NoticePreview | null;
  /** null: no test was sent. */
  tested: string | null;
  kept: KeptForm | null;
}

export function startOfNotice(values: NoticeValues): NoticeFormState {
  return { turn: 0, values, refusal: null, preview: null, tested: null, kept: null };
}

export const noNotice: NoticeFormState = startOfNotice({
  days: '',
  when: 'before',
  on: true,
  subject: '',
  text: '',
  member: '',
});

export function keptNotice(kind: OfficeLookup['kind'], form: FormData): KeptForm | null {
  const { days, subject, text, member } = readNoticeForm(form);
  return keepUnsent(kind, form, [
    [noticeFormText.days, days],
    [noticeFormText.subject, subject],
    [noticeFormText.text, text],
    [noticeFormText.member, member],
  ]);
}

export function readNoticeForm(form: FormData): NoticeValues {
  return {
    days: textOf(form, 'days'),
    when: textOf(form, 'when'),
    on: form.get('on') !== null,
    subject: textOf(form, 'subject'),
    // Forms send the line breaks of a text area as CR LF.
    text: textOf(form, 'text').replaceAll('\r\n', '\n'),
    member: textOf(form, 'member'),
  };
}

/** If `days` is not a number, the API refuses the body. */
export function toNotice({ days, when, on, subject, text }: NoticeValues) {
  if (when === 'yearly') return { Days: yearlyDays, On: on, Subject: subject, Text: text };
  const count = /^\d{1,4}$/.test(days.trim()) ? Number(days) : null;
  return {
    Days: count !== null && when === 'before' ? 0 - count : count,
    On: on,
    Subject: subject,
    Text: text,
  };
}
