import { toPublicFields } from '@/lib/directory-model/public-fields';
import { chapterhouse } from '@/lib/chapterhouse';
import type { PublicEntry } from '@/lib/directory-model/entry';
import { memberPath } from '@/lib/directory/member-address';
import type { OfficeMember } from '@/lib/membership-api/office';
import { memberText } from '@/lib/messages/office-member';
import { publicViewText } from '@/lib/messages/office-public-view';
import { whyNotListed } from '@/lib/office/why-not-listed';
import { FactList } from '../account/fact-list';
import { cardOptions } from '../directory/card-options';
import { MemberCard } from '../directory/member-card';
import { Panel } from './panel';

interface Props {
  member: OfficeMember;
  /** The membership's entry in the directory. 'removed' and null: the directory does not show the member. */
  entry: PublicEntry | 'removed' | null;
}

export function MemberPublicView({ member, entry }: Props) {
  if (entry === null || entry === 'removed') {
    return (
      <Panel id="public" title={publicViewText.title}>
        <p>{publicViewText.notListed}</p>
        <ul className="list-disc pl-5">
          {(chapterhouse().site().isDirectoryClosed === true
            ? [publicViewText.closed]
            : whyNotListed(member)
          ).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Panel>
    );
  }
  return (
    <Panel id="public" title={publicViewText.title}>
      {/* Inert, because the headings and links of the card are not part of this page. A list of its content follows. */}
      <div inert className="max-w-xl">
        <MemberCard hit={{ entry, nearest: null }} unit="km" {...cardOptions()} />
      </div>
      <p>
        <a href={memberPath(entry.slug)} className="inline-flex min-h-8 items-center text-accent underline">
          {memberText.seePublic}
        </a>
      </p>
      <details>
        <summary className="min-h-8 py-1 font-medium">{publicViewText.fields}</summary>
        <div className="pt-2">
          <FactList facts={toPublicFields(entry).map(({ name, value }) => [name, value])} />
        </div>
      </details>
    </Panel>
  );
}
