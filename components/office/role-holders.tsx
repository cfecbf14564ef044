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
      <ul data-rows className="border-t border-line">
        {holders.map(({ PersonID, Name, Email, Role, Chapters, LastSignInAt, Passkeys }) => (
          <li
            key={PersonID}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-b border-line py-1"
          >
            <div className="grid items-baseline gap-x-6 wrap-anywhere lg:grid-cols-[5fr_4fr_4fr]">
              <p>
                <span className="font-medium">{Name}</span>
                {PersonID === me.PersonID && ` (${rolesText.you})`}{' '}
                <span className="text-sm text-ink-soft">{Email}</span>
              </p>
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
                <p className="col-span-full text-sm text-ink-soft">
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
