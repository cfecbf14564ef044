'use client';

import { useActionState } from 'react';
import { rolesText } from '@/lib/messages/office-roles';
import { say } from '@/lib/messages/say';
import type { PersonForRole } from '@/lib/office/read-roles';
import type { RoleFormState } from '@/lib/office/role-form';
import { buttonStyle } from '../ui/button';
import { RecentSignIn } from './recent-sign-in';
import { RoleChoice } from './role-choice';
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
        <RoleChoice state={state} chapters={chapters} />
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
