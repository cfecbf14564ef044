import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { NoticeForm } from '@/components/office/notice-form';
import { OfficePage } from '@/components/office/office-page';
import { chapterhouse } from '@/lib/chapterhouse';
import { yearlyDays } from '@/lib/contract/notice-days';
import { noticePlaceholders } from '@/lib/contract/notice-settings';
import { noticesSchema } from '@/lib/contract/office-notices';
import { noticeFormText, noticesText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { noNotice, startOfNotice } from '@/lib/office-pages/notice-form';
import { readOffice } from '@/lib/office-pages/read-office';
import { describeDays, noticesPath } from '@/lib/office-pages/read-notices';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { changeNotice } from '../actions';

export const metadata: Metadata = { title: noticesText.title };

export default async function NoticePage({ params }: { params: Promise<{ notice: string }> }) {
  const { notice: id } = await params;
  const path = `${noticesPath}/${encodeURIComponent(id)}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={changeNotice} start={noNotice} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const page = await readOffice(office, 'notices', noticesSchema);
  if (page.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  const found = page.body.Notices.find(({ ID }) => String(ID) === id);
  if (found === undefined && id !== 'new') notFound();
  const values = {
    days: found === undefined || found.Days === yearlyDays ? '' : String(Math.abs(found.Days)),
    when: whenOf(found?.Days ?? -1),
    on: found?.On ?? true,
    subject: found?.Subject ?? '',
    text: found?.Text ?? '',
    member: '',
  };
  return (
    <OfficePage
      office={office}
      help="notices"
      current={noticesPath}
      title={found === undefined ? noticeFormText.newTitle : describeDays(found.Days)}
      hasForm
    >
      <p>
        <a href={noticesPath} className="text-accent underline">
          {noticeFormText.back}
        </a>
      </p>
      <NoticeForm
        action={changeNotice}
        notice={found === undefined ? '' : id}
        start={startOfNotice(values)}
        path={path}
        placeholders={Object.entries(noticePlaceholders)}
        yearlyDue={say(noticeFormText.yearlyDue, {
          count: page.body.YearlyDue,
          minutes: Math.ceil(page.body.YearlyDue / page.body.PerMinute),
        })}
        signInPath={isSignInRecent(office.me, chapterhouse().clock()) ? null : path}
      />
    </OfficePage>
  );
}

function whenOf(days: number): string {
  if (days === yearlyDays) return 'yearly';
  return days >= 0 ? 'after' : 'before';
}
