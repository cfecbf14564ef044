import type { OfficeNotices } from '@/lib/membership-api/office-notices';
import { noticesText } from '@/lib/messages/office-notices';
import { describeDays, noticesPath } from '@/lib/office/read-notices';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';

export function NoticeList({ notices }: { notices: OfficeNotices['Notices'] }) {
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
