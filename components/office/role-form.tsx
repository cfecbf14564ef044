'use client';

import { useActionState } from 'react';
import { rolesText } from '@/lib/messages/office-roles';
import { say } from '@/lib/messages/say';
import type { PersonForRole } from '@/lib/office-pages/read-roles';
import { startOfRole, type RoleFormState } from '@/lib/office-pages/role-form';
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
  path: string;
  /** The page's address, if the person must sign in again before saving. null: the last sign-in is recent. */
  signInPath: string | null;
}

export function RoleForm({ person, chapters, give, takeAway, path, signInPath }: Props) {
  const start = { ...startOfRole, role: person.role ?? '', chapterIds: person.chapterIds };
  const [state, sendRole, isSaving] = useActionState(give, start, path);
  const [removal, sendRemoval, isRemoving] = useActionState(takeAway, start, path);
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
