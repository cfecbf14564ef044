import { lookUp } from '@/lib/base/look-up';
import { memberText } from '@/lib/messages/office-member';
import { formText } from '@/lib/messages/office-forms';
import { duplicateText, likenessText } from '@/lib/messages/office-duplicates';
import { say } from '@/lib/messages/say';
import { labelOfInput } from '@/lib/office-pages/sub-member-rows';
import type { MemberFormState } from '@/lib/office-pages/save-member';
import { memberPath } from '@/lib/office-pages/member-sections';
import { buttonStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { RefusalNotice } from './refusal-notice';

export function FormNotice({
  state,
  labels,
}: {
  state: Pick<MemberFormState, 'notice' | 'problems' | 'others'> &
    Partial<Pick<MemberFormState, 'conflicts' | 'duplicates'>>;
  labels: Readonly<Record<string, string>>;
}) {
  switch (state.notice) {
    case null:
      return null;
    case 'problems':
      return (
        <Notice role="alert">
          <h2 className="font-semibold">{memberText.summary}</h2>
          <ul className="list-disc pl-5">
            {Object.entries(state.problems).map(([name, reason]) => (
              <li key={name}>
                <a href={`#field-${name.replaceAll('.', '-')}`} className="underline">
                  {say(memberText.problem, {
                    label: lookUp(labels, name) ?? labelOfInput(name) ?? name,
                    reason,
                  })}
                </a>
              </li>
            ))}
            {state.others.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      );
    case 'conflict':
      return (
        <Notice role="alert">
          <h2 className="font-semibold">{memberText.conflictTitle}</h2>
          <p>{memberText.conflictText}</p>
          <ul className="list-disc pl-5">
            {Object.keys(state.conflicts ?? {}).map((name) => (
              <li key={name}>
                <a href={`#field-${name.replaceAll('.', '-')}`} className="underline">
                  {lookUp(labels, name) ?? name}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      );
    case 'duplicates':
      return <DuplicatesNotice duplicates={state.duplicates ?? []} />;
    case 'signed-out':
      return <RefusalNotice refusal={{ problems: [], needsSignIn: 'signed-out' }} />;
    case 'sign-in-again':
      return <RefusalNotice refusal={{ problems: [], needsSignIn: 'again' }} />;
    case 'unavailable':
      return <Notice role="alert">{formText.unavailable}</Notice>;
    case 'gone':
      return <Notice role="alert">{memberText.gone}</Notice>;
    case 'not-allowed':
      return <Notice role="alert">{memberText.notAllowed}</Notice>;
  }
}

/** The button confirms these members only. If others are similar after a change, they are shown too. */
function DuplicatesNotice({ duplicates }: Pick<MemberFormState, 'duplicates'>) {
  return (
    <Notice role="alert">
      <h2 className="font-semibold">{duplicateText.title}</h2>
      <p>{duplicateText.text}</p>
      <ul className="list-disc pl-5">
        {duplicates.map(({ id, name, by }) => (
          <li key={id} className="wrap-anywhere">
            <a href={memberPath(id)} target="_blank" rel="noreferrer" className="underline">
              {name}
            </a>{' '}
            ({by.map((one) => likenessText[one]).join(', ')})
          </li>
        ))}
      </ul>
      <p className="pt-2">
        <button
          type="submit"
          name="confirmed"
          value={duplicates.map(({ id }) => id).join(' ')}
          className={buttonStyle('quiet')}
        >
          {duplicateText.addAnyway}
        </button>
      </p>
    </Notice>
  );
}
