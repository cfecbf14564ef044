import type { Metadata } from 'next';
import { ChangeRows } from '@/components/office/change-list';
import { Panel } from '@/components/office/panel';
import type { OfficeMe } from '@/lib/membership-api/office';
import type { OfficeChange } from '@/lib/membership-api/office-journal';
import { journalText } from '@/lib/messages/office-journal';
import { memberText } from '@/lib/messages/office-member';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { formatShortTime } from '@/lib/office/format-time';
import { mayUse } from '@/lib/office/may-use';
import { readHistory } from '@/lib/office/read-member';
import { groupChanges, shorten, summarise, undoPath } from '@/lib/office/show-change';
import { MemberPage, type MemberPageProps } from '../member-page';

export const metadata: Metadata = { title: membersText.title };

export default function HistoryPage(props: MemberPageProps) {
  return (
    <MemberPage {...props} section="history">
      {async ({ office, member }) => (
        <MemberHistory changes={await readHistory(office, member.ID)} me={office.me} />
      )}
    </MemberPage>
  );
}

const newestShown = 5;

/** The newest changes that can be undone, each a link to its undo. */
export function NewestChanges({ changes }: { changes: readonly OfficeChange[] }) {
  const undoable = groupChanges(changes).flatMap((group) => {
    const path = undoPath(group);
    return path === null ? [] : [{ path, group }];
  });
  if (undoable.length === 0) return null;
  return (
    <section aria-labelledby="newest" className="grid gap-1 text-sm print:hidden">
      <h2 id="newest" className="font-semibold">
        {memberText.newest}
      </h2>
      <ul className="grid gap-1">
        {undoable.slice(0, newestShown).map(({ path, group }) => (
          <li key={path} className="wrap-anywhere">
            <a href={path} className="inline-flex min-h-6 items-center text-accent underline">
              {say(memberText.undoOne, { what: shorten(summarise(group)), undo: journalText.undo })}
            </a>{' '}
            <span className="text-ink-soft">{formatShortTime(group[0].Time)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MemberHistory({ changes, me }: { changes: readonly OfficeChange[]; me: OfficeMe }) {
  const mayUndo = mayUse(me, 'POST journal/undo');
  return (
    <Panel id="history" title={memberText.history}>
      {changes.length === 0 && <p>{memberText.historyEmpty}</p>}
      <ChangeRows changes={changes} mayUndo={mayUndo} heading="h3" />
    </Panel>
  );
}
