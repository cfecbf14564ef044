import { lookUp } from '@/lib/look-up';
import { memberText } from '@/lib/messages/office-member';
import { formText } from '@/lib/messages/office-forms';
import { say } from '@/lib/messages/say';
import { labelOfInput } from '@/lib/office/sub-member-rows';
import type { MemberFormState } from '@/lib/office/save-member';
import { Notice } from '../ui/notice';
import { RefusalNotice } from './refusal-notice';

export function FormNotice({
  state,
  labels,
}: {
  state: Pick<MemberFormState, 'notice' | 'problems' | 'others'> &
    Partial<Pick<MemberFormState, 'conflicts'>>;
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
