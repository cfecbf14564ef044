import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { NoticeMailList } from '@/components/office/notice-mail-list';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { lookUp } from '@/lib/base/look-up';
import { noticeMailsSchema } from '@/lib/contract/office-notices';
import { mailProblemText, mailsText } from '@/lib/messages/office-mails';
import { noticeMailsText, noticeStateText } from '@/lib/messages/office-notices';
import { formatDay } from '@/lib/messages/format';
import { say } from '@/lib/messages/say';
import { requireOffice } from '@/lib/office-pages/current-office';
import { formatTime } from '@/lib/office-pages/format-time';
import { readOffice } from '@/lib/office-pages/read-office';
import { describeDays, noticeMailsPath, noticesPath } from '@/lib/office-pages/read-notices';
import { sendAgain } from '../actions';

export const metadata: Metadata = { title: noticeMailsText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NoticeMailsPage({ searchParams }: Props) {
  const { State: sentState, After: sentAfter, again } = await searchParams;
  const state =
    typeof sentState === 'string' && lookUp(noticeStateText, sentState) !== undefined ? sentState : null;
  const after = typeof sentAfter === 'string' ? sentAfter : null;
  const office = await requireOffice(noticeMailsPath);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={noticeMailsPath} />;
  const query = new URLSearchParams({
    ...(state === null ? {} : { State: state }),
    ...(after === null ? {} : { After: after }),
  });
  const page = await readOffice(office, `notices/mails?${query}`, noticeMailsSchema);
  if (page.kind === 'unavailable') {
    return <ClosedOffice office={{ kind: 'unavailable' }} path={noticeMailsPath} />;
  }
  const rows =
    page.kind === 'wrong'
      ? []
      : page.body.Mails.map((mail) => ({
          id: mail.ID,
          time: formatTime(mail.ChangedAt),
          name: mail.Name ?? mail.MembershipID,
          membership: mail.Name === null ? null : mail.MembershipID,
          email: mail.Email,
          reminder: describeDays(mail.Days),
          lastDay: formatDay(mail.LastDay),
          result: resultOf(mail),
          isFailed: mail.State === 'failed',
        }));
  return (
    <OfficePage office={office} help="notices" current={noticesPath} title={noticeMailsText.title} hasForm>
      {typeof again === 'string' && /^\d{1,3}$/.test(again) && (
        <Notice role="status">{say(noticeMailsText.done, { count: Number(again) })}</Notice>
      )}
      {page.kind === 'wrong' && <Notice role="alert">{page.text}</Notice>}
      <NoticeMailList
        action={sendAgain}
        path={noticeMailsPath}
        state={state}
        isFirst={after === null}
        next={page.kind === 'wrong' ? null : page.body.Next}
        rows={rows}
      />
    </OfficePage>
  );
}

function resultOf(mail: {
  State: keyof typeof noticeStateText;
  Problem: keyof typeof mailProblemText | null;
  ReplyCode: number | null;
  Attempts: number;
}): string {
  const { State: state, Problem: problem, ReplyCode: code } = mail;
  if (state === 'waiting' && mail.Attempts > 0) return say(noticeMailsText.attempt, { count: mail.Attempts });
  if (state !== 'failed' || problem === null) return noticeStateText[state];
  const text = mailProblemText[problem];
  return code === null ? text : say(mailsText.problem, { problem: text, code });
}
