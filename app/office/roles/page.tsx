import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { RoleForm } from '@/components/office/role-form';
import { RoleInvite } from '@/components/office/role-invite';
import { RoleTable } from '@/components/office/role-table';
import { buttonStyle, fieldStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { lookUp } from '@/lib/base/look-up';
import type { OfficeMe } from '@/lib/contract/office';
import type { OfficeMemberRow } from '@/lib/contract/office-members';
import type { OfficeRoleHolder } from '@/lib/contract/office-roles';
import { roleText } from '@/lib/messages/office';
import { officeAccountText } from '@/lib/messages/office-account';
import { membersText } from '@/lib/messages/office-members';
import { rolesText } from '@/lib/messages/office-roles';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { formatTime } from '@/lib/office-pages/format-time';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { findForRole, personForRole, readRoles } from '@/lib/office-pages/read-roles';
import { rolesPath } from '@/lib/office-pages/roles-path';
import { startOfInvite, startOfRole } from '@/lib/office-pages/role-form';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { giveRole, inviteByEmail, takeRoleAway } from './actions';

export const metadata: Metadata = { title: rolesText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function RolesPage({ searchParams }: Props) {
  const query = await searchParams;
  const text = (name: string) => {
    const value = lookUp(query, name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [search, member, person] = [text('q'), text('member'), text('person')];
  const own = `${rolesPath}${person !== '' ? `?person=${encodeURIComponent(person)}` : member !== '' ? `?member=${encodeURIComponent(member)}` : ''}`;
  const office = await requireOfficeOrForm(own);
  if (office.kind === 'kept') {
    return (
      <>
        <KeptForm action={giveRole} start={startOfRole} path={own} />
        <KeptForm action={takeRoleAway} start={startOfRole} path={own} />
        <KeptForm action={inviteByEmail} start={startOfInvite} path={rolesPath} />
      </>
    );
  }
  if (office.kind !== 'office') return <ClosedOffice office={office} path={own} />;
  const { api, me } = office;
  const holders = await readRoles(api);
  if (holders === null) notFound();
  const { Chapters: chapters } = await readOfficeStructure(api);
  const isChosen = member !== '' || person !== '';
  const chosen = isChosen ? await personForRole(api, holders, { person, member }) : null;
  const found = search === '' ? null : await findForRole(api, search);
  const done = text('done');
  return (
    <OfficePage
      office={office}
      help="roles"
      current={rolesPath}
      title={rolesText.title}
      hasForm={chosen !== null}
    >
      {done === 'saved' && <Notice role="status">{say(rolesText.saved, { name: text('name') })}</Notice>}
      {done === 'mail-sent' && (
        <Notice role="status">{say(rolesText.invited, { email: text('name') })}</Notice>
      )}
      {done === 'mail-waiting' && (
        <Notice role="alert">{say(rolesText.inviteWaiting, { email: text('name') })}</Notice>
      )}
      {done === 'mail-failed' && (
        <Notice role="alert">{say(rolesText.notMailed, { email: text('name') })}</Notice>
      )}
      {done === 'removed' && <Notice role="status">{say(rolesText.removed, { name: text('name') })}</Notice>}
      {isChosen && (
        <p>
          <a href={rolesPath} className="text-accent underline">
            {rolesText.back}
          </a>
        </p>
      )}
      {isChosen && chosen === null && <Notice>{rolesText.gone}</Notice>}
      {chosen !== null && (
        <RoleForm
          person={chosen}
          chapters={chapters}
          give={giveRole}
          takeAway={takeRoleAway}
          path={own}
          signInPath={isSignInRecent(me, chapterhouse().clock()) ? null : own}
        />
      )}
      {!isChosen && (
        <>
          <p>{rolesText.intro}</p>
          <RoleHolders holders={holders} chapters={chapters} me={me} />
          <RoleSearch search={search} found={found} />
          <RoleInvite
            invite={inviteByEmail}
            chapters={chapters}
            signInPath={isSignInRecent(me, chapterhouse().clock()) ? null : own}
          />
        </>
      )}
      <RoleTable />
    </OfficePage>
  );
}

interface RoleHoldersProps {
  holders: readonly OfficeRoleHolder[];
  chapters: readonly { ID: string; Name: string }[];
  me: OfficeMe;
}

function RoleHolders({ holders, chapters, me }: RoleHoldersProps) {
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
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-b border-line py-2 max-sm:items-start"
          >
            <div className="grid items-baseline gap-x-6 wrap-anywhere lg:grid-cols-[5fr_4fr_4fr]">
              <p>
                <span className="font-medium">{Name}</span>
                {PersonID === me.PersonID && ` (${rolesText.you})`}{' '}
                <span className="block text-sm text-ink-soft">{Email}</span>
              </p>
              <p className="first-letter:uppercase">
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

interface RoleSearchProps {
  search: string;
  /** null: nothing was searched for. */
  found: { members: readonly OfficeMemberRow[]; hasMore: boolean } | null;
}

function RoleSearch({ search, found }: RoleSearchProps) {
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
