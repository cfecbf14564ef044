import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { NoticeDropForm } from '@/components/office/notice-drop-form';
import { OfficePage } from '@/components/office/office-page';
import { chapterhouse } from '@/lib/chapterhouse';
import { noticeMailsSchema, noticesSchema } from '@/lib/contract/office-notices';
import { formatDay } from '@/lib/messages/format';
import { noticeDropText, noticeFormText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { requireOffice } from '@/lib/office-pages/current-office';
import { describeDays, noticeDropPath, noticesPath } from '@/lib/office-pages/read-notices';
import { readOffice } from '@/lib/office-pages/read-office';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { dropWaiting } from '../actions';

export const metadata: Metadata = { title: noticeDropText.title };

const shownAtMost = 200;

export default async function NoticeDropPage() {
  const office = await requireOffice(noticeDropPath);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={noticeDropPath} />;
  const notices = await readOffice(office, 'notices', noticesSchema);
  const mails = await readOffice(
    office,
    `notices/mails?State=waiting&Limit=${shownAtMost}`,
    noticeMailsSchema,
  );
  if (notices.kind !== 'read' || mails.kind !== 'read')
    return <ClosedOffice office={{ kind: 'unavailable' }} path={noticeDropPath} />;
  const count = notices.body.Counts.waiting;
  const rows = mails.body.Mails.map((mail) => ({
    id: mail.ID,
    name: mail.Name ?? mail.MembershipID,
    text: say(noticeDropText.item, { reminder: describeDays(mail.Days), day: formatDay(mail.LastDay) }),
  }));
  return (
    <OfficePage office={office} help="notices" current={noticesPath} title={noticeDropText.title} hasForm>
      <p>
        <a href={noticesPath} className="inline-flex min-h-11 items-center text-accent underline">
          {noticeFormText.back}
        </a>
      </p>
      <NoticeDropForm
        action={dropWaiting}
        count={count}
        rows={rows}
        signInPath={isSignInRecent(office.me, chapterhouse().clock()) ? null : noticeDropPath}
      />
    </OfficePage>
  );
}
