import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { NoticeSending, NoticeSpeed } from '@/components/office/notice-sending';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { noticesSchema, type OfficeNotices } from '@/lib/contract/office-notices';
import { noticeDropText, noticesText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { requireOffice } from '@/lib/office-pages/current-office';
import { formatTime } from '@/lib/office-pages/format-time';
import { mayUse } from '@/lib/office-pages/may-use';
import { readOffice } from '@/lib/office-pages/read-office';
import { noticesPath, describeDays } from '@/lib/office-pages/read-notices';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { changeNotices } from './actions';

export const metadata: Metadata = { title: noticesText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NoticesPage({ searchParams }: Props) {
  const { saved, done, dropped } = await searchParams;
  const office = await requireOffice(noticesPath);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={noticesPath} />;
  const page = await readOffice(office, 'notices', noticesSchema);
  if (page.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={noticesPath} />;
  const { body: notices } = page;
  const signInPath = isSignInRecent(office.me, chapterhouse().clock()) ? null : noticesPath;
  const stopped =
    notices.StoppedAt === null
      ? null
      : say(noticesText.stopped, { time: formatTime(notices.StoppedAt), count: notices.Counts.waiting });
  return (
    <OfficePage office={office} help="notices" current={noticesPath} title={noticesText.title} hasForm>
      {saved === 'yes' && <Notice role="status">{noticesText.saved}</Notice>}
      {typeof dropped === 'string' && /^\d{1,6}$/.test(dropped) && (
        <Notice role="status">{say(noticeDropText.done, { count: Number(dropped) })}</Notice>
      )}
      {done === 'yes' && <Notice role="status">{noticesText.done}</Notice>}
      <p className="max-w-prose">{noticesText.intro}</p>
      <NoticeSending
        action={changeNotices}
        notices={notices}
        stopped={stopped}
        maySwitch={mayUse(office.me, 'POST notices/switch')}
        sendsMail={office.me.SendsMail}
        signInPath={signInPath}
      />
      <NoticeList notices={notices.Notices} />
      <NoticeSpeed action={changeNotices} perMinute={notices.PerMinute} />
    </OfficePage>
  );
}

function NoticeList({ notices }: { notices: OfficeNotices['Notices'] }) {
  return (
    <Panel id="notices" title={noticesText.list}>
      <ul data-rows className="grid gap-3">
        {notices.map(({ ID, Days, On, Subject }) => (
          <li key={ID} className="rounded-lg border border-line px-4 py-2 wrap-anywhere">
            <a
              href={`${noticesPath}/${ID}`}
              className="inline-flex min-h-11 items-center font-medium text-accent underline"
            >
              {describeDays(Days)}
            </a>
            {!On && <span className="font-medium"> ({noticesText.isOff})</span>}
            <p className="text-ink-soft">{Subject}</p>
          </li>
        ))}
      </ul>
      <p>
        <a href={`${noticesPath}/new`} className={buttonStyle('quiet')}>
          {noticesText.add}
        </a>
      </p>
    </Panel>
  );
}
