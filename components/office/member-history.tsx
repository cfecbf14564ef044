import type { OfficeMe } from '@/lib/membership-api/office';
import type { OfficeChange } from '@/lib/membership-api/office-journal';
import { memberText } from '@/lib/messages/office-member';
import { Change } from './change-list';
import { Panel } from './panel';
import { mayUse } from '@/lib/office/may-use';

export function MemberHistory({ changes, me }: { changes: readonly OfficeChange[]; me: OfficeMe }) {
  const mayUndo = mayUse(me, 'POST journal/undo');
  return (
    <Panel id="history" title={memberText.history}>
      {changes.length === 0 && <p>{memberText.historyEmpty}</p>}
      <ol data-rows className="grid gap-5">
        {changes.map((change, at) => (
          <li key={`${change.Position} ${at}`} className="border-l-2 border-line pl-3">
            <Change change={change} mayUndo={mayUndo} heading="h3" />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
