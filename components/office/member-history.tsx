import type { OfficeMe } from '@/lib/contract/office';
import type { OfficeChange } from '@/lib/contract/office-journal';
import { journalText } from '@/lib/messages/office-journal';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import { formatShortTime } from '@/lib/office-pages/format-time';
import { groupChanges, shorten, summarise, undoPath } from '@/lib/office-pages/show-change';
import { ChangeRows } from './change-list';
import { Panel } from './panel';
import { mayUse } from '@/lib/office-pages/may-use';

const newestShown = 5;

/** The newest changes that can be undone, each a link to its undo. */
export function NewestChanges({ changes }: { changes: readonly OfficeChange[] }) {
  const undoable = groupChanges(changes).flatMap((group) => {
    const path = undoPath(group);
    return path === null ? [] : [{ path, group }];
  });
  if (undoable.length === 0) return null;
  return (
    <section
      aria-labelledby="newest"
      className="grid min-w-0 flex-1 basis-96 content-start gap-1 text-sm print:hidden"
    >
      <h2 id="newest" className="font-semibold">
        {memberText.newest}
      </h2>
      <ul className="grid gap-x-8 gap-y-1 lg:grid-cols-2">
        {undoable.slice(0, newestShown).map(({ path, group }, at) => (
          // After a merge, several of its changes have the same undo.
          <li key={at} className="wrap-anywhere">
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

export function MemberHistory({ changes, me }: { changes: readonly OfficeChange[]; me: OfficeMe }) {
  const mayUndo = mayUse(me, 'POST journal/undo');
  return (
    <Panel id="history" title={memberText.history}>
      {changes.length === 0 && <p>{memberText.historyEmpty}</p>}
      <ChangeRows changes={changes} mayUndo={mayUndo} heading="h3" />
    </Panel>
  );
}
