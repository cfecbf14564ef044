/** The forms of reminders. */
import type { NoticePreview } from '@/lib/membership-api/office-notices';
import { textOf } from './form-text';
import { noticeFormText } from '@/lib/messages/office-notices';
import type { OfficeResponse } from './find-office';
import { keepUnsent, type KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

/** The result of a button that affects all reminders. */
export interface NoticesState {
  turn: number;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const noNoticesAction: NoticesState = { turn: 0, refusal: null, kept: null };

/** The values as they were typed. */
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
  /** The result of a test. null: none was sent. */
  tested: string | null;
  /** The sent form, if it must be shown again because nobody was signed in or the API did not respond. */
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

/** The sent form, if nobody was signed in or the API did not respond. null: it can be processed. */
export function keptNotice(kind: OfficeResponse['kind'], form: FormData): KeptForm | null {
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
    // A form sends the line breaks of a text field as CR LF.
    text: textOf(form, 'text').replaceAll('\r\n', '\n'),
    member: textOf(form, 'member'),
  };
}

/** The body of the request that saves the reminder. If `days` is not a number, the API refuses the body. */
export function toNotice({ days, when, on, subject, text }: NoticeValues) {
  const count = /^\d{1,4}$/.test(days.trim()) ? Number(days) : null;
  return {
    Days: count !== null && when === 'before' ? 0 - count : count,
    On: on,
    Subject: subject,
    Text: text,
  };
}
