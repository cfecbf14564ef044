import { memberNoticesSchema, type MemberNotices } from '@/lib/contract/office-notices';
import { yearlyDays } from '@/lib/contract/notice-days';
import { noticesText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import type { Office } from './find-office';

export const noticesPath = '/office/notices';
export const noticeDropPath = '/office/notices/drop';
export const noticeMailsPath = '/office/notices/mails';

/** null: the caller may not see reminders. */
export async function readMemberNotices({ api }: Office, id: string): Promise<MemberNotices | null> {
  const { status, body } = await api.read(`members/${id}/notices`);
  return status === 200 ? memberNoticesSchema.parse(body) : null;
}

/** For example "30 days before the last day". */
export function describeDays(days: number): string {
  if (days === yearlyDays) return noticesText.yearly;
  if (days === 0) return noticesText.last;
  return say(days < 0 ? noticesText.before : noticesText.after, { days: Math.abs(days) });
}
