import type { OfficeMe } from '@/lib/membership-api/office';
import type { OfficeChange } from '@/lib/membership-api/office-journal';
import { memberText } from '@/lib/messages/office-member';
import { ChangeRows } from './change-list';
import { Panel } from './panel';
import { mayUse } from '@/lib/office/may-use';

export function MemberHistory({ changes, me }: { changes: readonly OfficeChange[]; me: OfficeMe }) {
  const mayUndo = mayUse(me, 'POST journal/undo');
  return (
    <Panel id="history" title={memberText.history}>
      {changes.length === 0 && <p>{memberText.historyEmpty}</p>}
      <ChangeRows changes={changes} mayUndo={mayUndo} heading="h3" />
    </Panel>
  );
}
