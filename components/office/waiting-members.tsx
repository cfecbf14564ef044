import type { WaitingMembers as Waiting } from '@/lib/membership-api/office-approvals';
import { writeQuery } from '@/lib/membership-api/query-string';
import { approvalText } from '@/lib/messages/office-approvals';
import { say } from '@/lib/messages/say';
import { memberFacts, memberName } from '@/lib/office/member-facts';
import { FactList } from '../account/fact-list';
import { buttonStyle } from '../ui/button';

interface Props {
  waiting: Waiting;
  action: (form: FormData) => Promise<void>;
}

export function WaitingMembers({ waiting, action }: Props) {
  const { Members: members, Next: next } = waiting;
  if (members.length === 0) return <p className="max-w-prose">{approvalText.empty}</p>;
  return (
    <>
      <p className="max-w-prose text-ink-soft">{approvalText.intro}</p>
      <form action={action} className="grid gap-4">
        <ul data-rows className="grid gap-4">
          {members.map(({ ETag, Member: member }) => {
            const name = memberName(member);
            return (
              <li key={member.ID} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
                <input type="hidden" name={`ETag.${member.ID}`} value={ETag} />
                <label className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    name="ID"
                    value={member.ID}
                    aria-label={say(approvalText.select, { name })}
                    className="size-6 shrink-0"
                  />
                  <span className="text-lg font-semibold wrap-anywhere">{name}</span>
                </label>
                <FactList facts={memberFacts(member)} />
                <p>
                  <a
                    href={`/office/applications/${member.ID}`}
                    className="text-accent underline wrap-anywhere"
                  >
                    {say(approvalText.open, { name })}
                  </a>
                </p>
              </li>
            );
          })}
        </ul>
        <p>
          <button type="submit" className={buttonStyle('main')}>
            {approvalText.approveSelected}
          </button>
        </p>
      </form>
      {next !== null && (
        <p>
          <a href={`/office/applications?${writeQuery([['After', next]])}`} className={buttonStyle('quiet')}>
            {approvalText.next}
          </a>
        </p>
      )}
    </>
  );
}
