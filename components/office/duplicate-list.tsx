import type { DuplicateMember, Duplicates } from '@/lib/contract/office-duplicates';
import { duplicateText, likenessText } from '@/lib/messages/office-duplicates';
import { say } from '@/lib/messages/say';
import { mergePath } from '@/lib/office-pages/merge-members';
import { memberPath } from '@/lib/office-pages/member-sections';
import type { ShortFormAction } from '@/lib/office-pages/short-form-state';
import { buttonStyle } from '../ui/button';
import { ShortForm } from './short-form';

interface Props {
  found: Duplicates;
  path: string;
  action: ShortFormAction;
}

export function DuplicateList({ found: { Pairs: pairs, Count: count }, path, action }: Props) {
  return (
    <>
      <p role="status">
        {say(duplicateText.count, { count })}
        {pairs.length < count && ` ${say(duplicateText.first, { count: pairs.length })}`}
      </p>
      <ul className="grid gap-4" data-rows>
        {pairs.map(({ By: by, Members: [one, other] }) => (
          <li
            key={`${one.ID} ${other.ID}`}
            className="grid gap-3 rounded-lg border border-line bg-surface p-4"
          >
            <h2 className="font-medium wrap-anywhere">
              {say(duplicateText.pair, { one: one.Name, other: other.Name })}
            </h2>
            <p className="text-ink-soft">{by.map((name) => likenessText[name]).join(', ')}</p>
            <ul className="grid gap-3 sm:grid-cols-2">
              {[one, other].map((member) => (
                <li key={member.ID}>
                  <Member member={member} />
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap items-start gap-3">
              <a href={mergePath(one.ID, other.ID)} className={buttonStyle('quiet')}>
                {duplicateText.merge}
                <span className="sr-only">
                  : {say(duplicateText.pair, { one: one.Name, other: other.Name })}
                </span>
              </a>
              <ShortForm
                id={`separate-${one.ID}-${other.ID}`}
                action={action}
                path={path}
                hidden={{ one: one.ID, other: other.ID }}
                button={duplicateText.separate}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Member({ member }: { member: DuplicateMember }) {
  const { ID, Name, Organisation, Email, Phone, Suburb } = member;
  const facts = [Organisation === Name ? '' : Organisation, Email, Phone, Suburb].filter((one) => one !== '');
  return (
    <>
      <a
        href={memberPath(ID)}
        className="inline-flex min-h-8 items-center text-accent underline wrap-anywhere"
      >
        {Name}
      </a>
      {facts.map((fact) => (
        <p key={fact} className="wrap-anywhere">
          {fact}
        </p>
      ))}
    </>
  );
}
