import type { OfficeBulk } from '@/lib/contract/office-bulk';
import { bulkText } from '@/lib/messages/office-bulk';
import { say } from '@/lib/messages/say';
import { showValue } from '@/lib/office-pages/show-change';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { Notice } from '../ui/notice';
import { BulkProblems } from './bulk-problems';
import { BulkRunForm } from './bulk-run-form';
import { Panel } from './panel';
import { RecentSignIn } from './recent-sign-in';

/** The minimum width is enough for the names of months. */
const valueStyle = 'min-w-20 px-1 py-2 wrap-anywhere max-sm:text-sm sm:px-2';

interface Props {
  bulk: OfficeBulk;
  path: string;
  /** True if the person must sign in again before sending invitations. Invitations need a recent sign-in. */
  mustSignIn: boolean;
  /** false: invitations wait. */
  sendsMail: boolean;
  run: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
}

export function BulkPreview({ bulk, path, mustSignIn, sendsMail, run }: Props) {
  const { Action: action, Changed: changed, Unchanged: unchanged, First: first } = bulk;
  const isMail = action.Do === 'invite';
  return (
    <Panel id="preview" title={bulkText.preview}>
      <p role="status" className="font-medium">
        {say(isMail ? bulkText.wouldInvite : bulkText.wouldChange, { count: changed })}
      </p>
      {bulk.Ended > 0 && <Notice>{say(bulkText.ended, { count: bulk.Ended })}</Notice>}
      {isMail && !sendsMail && <Notice>{bulkText.willWait}</Notice>}
      {unchanged > 0 && (
        <p>{say(isMail ? bulkText.alreadyInvited : bulkText.already, { count: unchanged })}</p>
      )}
      {first.length > 0 && (
        <table className="w-full border-collapse text-left">
          <caption className="pb-1 text-left font-medium">
            {first.length < changed ? bulkText.first : bulkText.everyone}
          </caption>
          <thead className="border-b border-line-strong text-sm">
            <tr>
              <th scope="col" className="py-2 pr-2 font-medium">
                {bulkText.member}
              </th>
              {!isMail && (
                <th scope="col" className="p-2 font-medium">
                  {bulkText.before}
                </th>
              )}
              <th scope="col" className="p-2 font-medium">
                {isMail ? bulkText.address : bulkText.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ ID, Name, Before, After }) => (
              <tr key={ID} className="border-b border-line align-top">
                <th scope="row" className="py-2 pr-2 font-normal wrap-anywhere">
                  {Name}
                </th>
                {!isMail && <td className={valueStyle}>{showValue(Before)}</td>}
                <td className={valueStyle}>{showValue(After)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <BulkProblems bulk={bulk} path={path} title={isMail ? bulkText.cannotInvite : bulkText.cannot} />
      {changed > 0 && mustSignIn && <RecentSignIn path={path} />}
      {changed > 0 && !mustSignIn && (
        <BulkRunForm
          bulk={bulk.ID}
          isMail={isMail}
          text={say(isMail ? bulkText.send : bulkText.run, { count: changed })}
          run={run}
        />
      )}
    </Panel>
  );
}
