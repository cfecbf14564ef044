import { officeRoles } from '@/lib/contract/fields/role';
import { officeEndpoints, type OfficeEndpoint } from '@/lib/contract/office-rights/role-table';
import { roleText } from '@/lib/messages/office';
import { officerAccessText } from '@/lib/messages/office-pages';
import { rolesText } from '@/lib/messages/office-roles';
import { settingsPath } from '@/lib/office-pages/read-settings';
import { ScrollRegion } from '../ui/scroll-region';

/** The service uses the same table (`officeEndpoints`) to decide what a role may do. */
export function RoleTable() {
  return (
    <section aria-labelledby="role-table" className="grid gap-3">
      <h2 id="role-table" className="text-xl font-semibold">
        {rolesText.table}
      </h2>
      <dl className="grid max-w-4xl gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {officeRoles.map((role) => (
          <div key={role} className="contents">
            <dt className="font-medium first-letter:uppercase">{roleText[role]}</dt>
            <dd className="text-ink-soft max-sm:mb-2">{rolesText.does[role]}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={`${settingsPath}#officers`} className="text-accent underline">
          {officerAccessText.link}
        </a>
      </p>
      <details>
        <summary className="cursor-pointer py-2 text-accent underline">{rolesText.everyAction}</summary>
        <ScrollRegion label={rolesText.everyAction}>
          <table className="w-full min-w-xl border-collapse text-left text-sm">
            <thead className="border-b border-line-strong">
              <tr>
                <th scope="col" className="py-2 pr-3 font-medium">
                  {rolesText.action}
                </th>
                {officeRoles.map((role) => (
                  <th key={role} scope="col" className="px-2 py-2 font-medium first-letter:uppercase">
                    {roleText[role]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Object.values<OfficeEndpoint>(officeEndpoints).map(
                ({ method, path, does, allowed, isSensitive }) => (
                  <tr key={`${method} ${path}`} className="border-b border-line">
                    <th scope="row" className="py-2 pr-3 font-normal">
                      {does}
                      {isSensitive && ` (${rolesText.sensitive})`}
                    </th>
                    {officeRoles.map((role) => (
                      <td key={role} className={`px-2 py-2 ${allowed[role] === 'no' ? 'text-ink-soft' : ''}`}>
                        {allowed[role]}
                      </td>
                    ))}
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </section>
  );
}
