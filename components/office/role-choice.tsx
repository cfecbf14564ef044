import { officeRoles } from '@/lib/contract/fields/role';
import { roleText } from '@/lib/messages/office';
import { rolesText } from '@/lib/messages/office-roles';
import type { RoleFormState } from '@/lib/office-pages/role-form';
import { fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';

interface Props {
  state: RoleFormState;
  chapters: readonly { ID: string; Name: string }[];
}

export function RoleChoice({ state, chapters }: Props) {
  return (
    <>
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
    </>
  );
}
