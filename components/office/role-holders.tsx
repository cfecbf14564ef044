import type { OfficeMe } from '@/lib/membership-api/office';
import type { OfficeRoleHolder } from '@/lib/membership-api/office-roles';
import { roleText } from '@/lib/messages/office';
import { officeAccountText } from '@/lib/messages/office-account';
import { rolesText } from '@/lib/messages/office-roles';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office/format-time';
import { rolesPath } from '@/lib/office/roles-path';

interface Props {
  holders: readonly OfficeRoleHolder[];
  chapters: readonly { ID: string; Name: string }[];
  me: OfficeMe;
}

export function RoleHolders({ holders, chapters, me }: Props) {
  const nameOfChapter = (id: string) => chapters.find(({ ID }) => ID === id)?.Name ?? id;
  return (
    <section aria-labelledby="holders">
      <h2 id="holders" className="mb-3 text-xl font-semibold">
        {rolesText.holders}
      </h2>
      <ul data-rows className="grid gap-3">
        {holders.map(({ PersonID, Name, Email, Role, Chapters, LastSignInAt, Passkeys }) => (
          <li
            key={PersonID}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3"
          >
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">
                {Name}
                {PersonID === me.PersonID && <span className="font-normal"> ({rolesText.you})</span>}
              </p>
              <p className="text-sm text-ink-soft">{Email}</p>
              <p>
                {Role === 'officer'
                  ? say(rolesText.of, {
                      role: roleText[Role],
                      chapters: Chapters.map(nameOfChapter).join(', '),
                    })
                  : roleText[Role]}
              </p>
              <p className="text-sm text-ink-soft">
                {LastSignInAt === null
                  ? rolesText.noSignIn
                  : say(officeAccountText.lastSignIn, { time: formatTime(LastSignInAt) })}
              </p>
              {Passkeys.length > 0 && (
                <p className="text-sm text-ink-soft">
                  {say(rolesText.passkeys, {
                    passkeys: Passkeys.map(({ Name: name, CreatedAt }) =>
                      say(rolesText.passkey, { name, time: formatTime(CreatedAt) }),
                    ).join('; '),
                  })}
                </p>
              )}
            </div>
            <a
              href={`${rolesPath}?person=${PersonID}`}
              aria-label={say(rolesText.changeOf, { name: Name })}
              className="inline-flex min-h-11 items-center text-accent underline"
            >
              {rolesText.change}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
