'use client';

import { useActionState } from 'react';
import { lookUp } from '@/lib/base/look-up';
import { rolesText } from '@/lib/messages/office-roles';
import { roleText } from '@/lib/messages/office';
import { say } from '@/lib/messages/say';
import { rolesPath } from '@/lib/office-pages/roles-path';
import { Panel } from './panel';
import { startOfInvite, type InviteFormState } from '@/lib/office-pages/role-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { RecentSignIn } from './recent-sign-in';
import { RefusalNotice } from './refusal-notice';
import { RoleChoice } from './role-choice';

interface Props {
  invite: (state: InviteFormState, form: FormData) => Promise<InviteFormState>;
  chapters: readonly { ID: string; Name: string }[];
  /** The page's address, if the person must sign in again before saving. null: the last sign-in is recent. */
  signInPath: string | null;
}

/** The person who gets the role need not be a member. */
export function RoleInvite({ invite, chapters, signInPath }: Props) {
  const [state, send, isSending] = useActionState(invite, startOfInvite, rolesPath);
  if (state.known !== null)
    return <KnownPerson state={state} known={state.known} send={send} isSending={isSending} />;
  const isOpen = state.turn > 0;
  const input = (name: 'email' | 'firstName' | 'lastName', type: 'email' | 'text') => (
    <label className="grid gap-1">
      <span className="font-medium">{rolesText.inviteField[name]}</span>
      <input
        name={name}
        type={type}
        maxLength={300}
        required={name === 'email'}
        autoComplete="off"
        defaultValue={state[name]}
        className={fieldStyle}
      />
    </label>
  );
  return (
    <details open={isOpen} className="max-w-3xl">
      <summary className="min-h-9 cursor-pointer text-accent underline">{rolesText.invite}</summary>
      <div className="mt-3 grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5">
        <p>{rolesText.inviteText}</p>
        {state.refusal === null && signInPath !== null && <RecentSignIn path={signInPath} />}
        <RefusalNotice refusal={state.refusal} />
        <form key={state.turn} action={send} className="grid gap-4">
          {input('email', 'email')}
          <div className="grid gap-4 sm:grid-cols-2">
            {input('firstName', 'text')}
            {input('lastName', 'text')}
          </div>
          <RoleChoice state={state} chapters={chapters} />
          <p>
            <button type="submit" disabled={isSending} className={buttonStyle('main')}>
              {rolesText.sendInvite}
            </button>
          </p>
        </form>
      </div>
    </details>
  );
}

interface KnownProps {
  state: InviteFormState;
  known: { id: string; name: string };
  send: (form: FormData) => void;
  isSending: boolean;
}

/** Somebody already has the typed email address. This form asks whether the role is for that person. */
function KnownPerson({ state, known, send, isSending }: KnownProps) {
  const { name } = known;
  const { email, firstName, lastName, role, reason, chapterIds } = state;
  return (
    <Panel id="known" title={rolesText.checkTitle}>
      <div role="status" className="grid gap-2">
        <p>{say(rolesText.checkText, { name, email })}</p>
        <p>{say(rolesText.checkRole, { role: lookUp<string>(roleText, role) ?? role })}</p>
      </div>
      <form action={send} className="flex flex-wrap gap-3">
        {Object.entries({ person: known.id, email, firstName, lastName, role, reason }).map(
          ([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ),
        )}
        {chapterIds.map((id) => (
          <input key={id} type="hidden" name="chapter" value={id} />
        ))}
        <button type="submit" disabled={isSending} className={buttonStyle('main')}>
          {say(rolesText.yes, { name })}
        </button>
        <a href={rolesPath} className={buttonStyle('quiet')}>
          {rolesText.no}
        </a>
      </form>
    </Panel>
  );
}
