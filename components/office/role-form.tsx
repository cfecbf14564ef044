'use client';

import { useActionState } from 'react';
import { officeRoles } from '@/lib/membership-api/fields/role';
import { roleText } from '@/lib/messages/office';
import { rolesText } from '@/lib/messages/office-roles';
import { say } from '@/lib/messages/say';
import type { PersonForRole } from '@/lib/office/read-roles';
import type { RoleFormState } from '@/lib/office/role-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { RecentSignIn } from './recent-sign-in';
import { RefusalNotice } from './refusal-notice';
import { Panel } from './panel';

type Action = (state: RoleFormState, form: FormData) => Promise<RoleFormState>;

interface Props {
  person: PersonForRole;
  chapters: readonly { ID: string; Name: string }[];
  give: Action;
  takeAway: Action;
  /** The page's address if the sign-in is too long ago to save. null: it is recent. */
  signInPath: string | null;
}

/** Gives a person a role, or takes it away. */
export function RoleForm({ person, chapters, give, takeAway, signInPath }: Props) {
  const start: RoleFormState = {
    turn: 0,
    role: person.role ?? '',
    chapterIds: person.chapterIds,
    reason: '',
    refusal: null,
  };
  const [state, sendRole, isSaving] = useActionState(give, start);
  const [removal, sendRemoval, isRemoving] = useActionState(takeAway, start);
  const refusal = state.refusal ?? removal.refusal;
  return (
    <Panel id="role-of" title={say(rolesText.formTitle, { name: person.name })}>
      {refusal === null && signInPath !== null && <RecentSignIn path={signInPath} />}
      <RefusalNotice refusal={refusal} />
      <form key={state.turn} action={sendRole} className="grid gap-4">
        <Hidden person={person} />
        <fieldset className="grid gap-3">
          <legend className="font-medium">{rolesText.role}</legend>
          {officeRoles.map((role) => (
            <div key={role} className="flex gap-3">
              <input
                type="radio"
                id={`role-${role}`}
                name="role"
                value={role}
                required
                defaultChecked={state.role === role}
                disabled={role === 'officer' && chapters.length === 0}
                aria-describedby={`role-${role}-does`}
                className="mt-1 size-5 shrink-0"
              />
              <div>
                <label htmlFor={`role-${role}`} className="block font-medium first-letter:uppercase">
                  {roleText[role]}
                </label>
                <p id={`role-${role}-does`} className="text-ink-soft">
                  {rolesText.does[role]}
                </p>
              </div>
            </div>
          ))}
        </fieldset>
        {chapters.length === 0 ? (
          <p className="text-ink-soft">{rolesText.noChapters}</p>
        ) : (
          <fieldset className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            <legend className="font-medium">{rolesText.chapters}</legend>
            {chapters.map(({ ID, Name }) => (
              <Tick key={ID} name="chapter" value={ID} isTicked={state.chapterIds.includes(ID)}>
                {Name}
              </Tick>
            ))}
          </fieldset>
        )}
        <label className="grid gap-1">
          <span className="font-medium">{rolesText.reason}</span>
          <input name="reason" maxLength={500} defaultValue={state.reason} className={fieldStyle} />
        </label>
        <p>
          <button type="submit" disabled={isSaving} className={buttonStyle('main')}>
            {rolesText.save}
          </button>
        </p>
      </form>
      {person.role !== null && (
        <form action={sendRemoval}>
          <Hidden person={person} />
          <button type="submit" disabled={isRemoving} className={buttonStyle('quiet')}>
            {rolesText.remove}
          </button>
        </form>
      )}
    </Panel>
  );
}

function Hidden({ person }: { person: PersonForRole }) {
  return (
    <>
      <input type="hidden" name="person" value={person.id} />
      <input type="hidden" name="name" value={person.name} />
    </>
  );
}
