import type { OwnEntry } from '@/lib/office-pages/own-entry';
import { toStructure } from '@/lib/office-pages/own-entry';
import type { OwnEntries } from '@/lib/contract/own-entries';
import { formatDay } from '@/lib/messages/format';
import { ownEntryText } from '@/lib/messages/own-entry';
import { say } from '@/lib/messages/say';
import { pictureOf } from '@/lib/contract/fields/picture';
import { ownPicturePath } from '@/lib/office-pages/picture-form';
import { describeSubject, nameOfSubject } from '@/lib/office-pages/proposals';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

interface Props {
  entry: OwnEntry;
  entries: OwnEntries;
  action: (form: FormData) => Promise<void>;
}

/** What the member has proposed and the office has not decided, or has declined. */
export function OwnProposal({ entry: { Member, Proposal }, entries, action }: Props) {
  if (Proposal === null) return null;
  const { Changes, ProposedAt, DeclinedAt, Answer } = Proposal;
  const structure = toStructure(entries);
  const isDeclined = DeclinedAt !== null;
  return (
    <Notice role={isDeclined ? 'alert' : 'status'}>
      <form action={action} className="grid gap-2">
        <input type="hidden" name="id" value={Member.ID} />
        <p className="font-medium">
          {isDeclined
            ? say(ownEntryText.declined, { day: formatDay(DeclinedAt) })
            : say(ownEntryText.waiting, { day: formatDay(ProposedAt) })}
        </p>
        <ul className="list-disc pl-5">
          {Changes.map((change) => (
            <li key={change.Field} className="wrap-anywhere">
              {say(ownEntryText.proposed, {
                field: nameOfSubject(change.Field, structure),
                value: describeSubject(change.Field, change.After, structure),
              })}
              <PictureOf value={change.After} membershipId={Member.ID} />
            </li>
          ))}
        </ul>
        {isDeclined && (
          <p className="whitespace-pre-wrap">{say(ownEntryText.declinedWhy, { answer: Answer })}</p>
        )}
        <p>
          <button type="submit" className={buttonStyle('quiet')}>
            {isDeclined ? ownEntryText.dismiss : ownEntryText.withdraw}
          </button>
        </p>
      </form>
    </Notice>
  );
}

/** The text before it describes the picture. */
function PictureOf({ value, membershipId }: { value: unknown; membershipId: string }) {
  const picture = pictureOf(value);
  if (picture === null) return null;
  return (
    <img
      src={ownPicturePath(membershipId, picture.ID)}
      alt=""
      width={112}
      height={112}
      className="my-1 size-28 border border-line bg-white object-contain"
    />
  );
}
