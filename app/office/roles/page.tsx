import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { RoleForm } from '@/components/office/role-form';
import { RoleHolders } from '@/components/office/role-holders';
import { RoleInvite } from '@/components/office/role-invite';
import { RoleSearch } from '@/components/office/role-search';
import { RoleTable } from '@/components/office/role-table';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { lookUp } from '@/lib/look-up';
import { officerAccessText } from '@/lib/messages/office-officers';
import { rolesText } from '@/lib/messages/office-roles';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import { readOfficeStructure } from '@/lib/office/read-members';
import { settingsPath } from '@/lib/office/read-settings';
import { findForRole, personForRole, readRoles } from '@/lib/office/read-roles';
import { rolesPath } from '@/lib/office/roles-path';
import { startOfInvite, startOfRole } from '@/lib/office/role-form';
import { isSignInRecent } from '@/lib/office/recent';
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
      <p>
        <a href={`${settingsPath}#officers`} className="text-accent underline">
          {officerAccessText.link}
        </a>
      </p>
      <RoleTable />
    </OfficePage>
  );
}
