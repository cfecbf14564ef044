import type { OfficeMemberRow } from '@/lib/membership-api/office-members';
import { membersText } from '@/lib/messages/office-members';
import { rolesText } from '@/lib/messages/office-roles';
import { rolesPath } from '@/lib/office/roles-path';
import { buttonStyle, fieldStyle } from '../ui/button';

interface Props {
  search: string;
  /** null: nothing was searched for. */
  found: { members: readonly OfficeMemberRow[]; hasMore: boolean } | null;
}

export function RoleSearch({ search, found }: Props) {
  return (
    <section aria-labelledby="find" className="grid gap-3">
      <h2 id="find" className="text-xl font-semibold">
        {rolesText.find}
      </h2>
      <form action={rolesPath} role="search" className="grid gap-1">
        <label htmlFor="role-search">{rolesText.findHint}</label>
        <div className="flex flex-wrap gap-2">
          <input
            id="role-search"
            name="q"
            type="search"
            defaultValue={search}
            className={`${fieldStyle} max-w-xl flex-1 basis-48`}
          />
          <button type="submit" className={buttonStyle('quiet')}>
            {rolesText.search}
          </button>
        </div>
      </form>
      {found !== null && found.members.length === 0 && <p role="status">{rolesText.foundNobody}</p>}
      {found !== null && found.members.length > 0 && (
        <ul data-rows aria-label={rolesText.found} className="grid gap-1">
          {found.members.map((row) => (
            <li key={row.ID} className="wrap-anywhere">
              <a
                href={`${rolesPath}?member=${row.ID}`}
                className="inline-block py-1 font-medium text-accent underline"
              >
                {[row.FirstName, row.LastName].filter((part) => part !== '').join(' ') ||
                  row.Organisation ||
                  membersText.unnamed}
              </a>{' '}
              <span className="text-sm text-ink-soft">
                {[row.Email, row.MembershipNumber].filter((part) => part).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {found?.hasMore && <p>{rolesText.more}</p>}
    </section>
  );
}
