import type { ReactNode } from 'react';
import { changeMemberNotices } from '@/app/office/notices/actions';
import { AccountForms } from '@/components/office/account-forms';
import { NoticesSwitch } from '@/components/office/member-notices';
import { familyText } from '@/lib/messages/office-family';
import { locationText } from '@/lib/messages/office-location';
import { say } from '@/lib/messages/say';
import { accountButtons } from '@/lib/office-pages/account-form';
import { officerAccessOf } from '@/lib/office-pages/hidden-fields';
import { describeLocation } from '@/lib/office-pages/location-form';
import { mayUse } from '@/lib/office-pages/may-use';
import { locationPath, membersPath } from '@/lib/office-pages/members-view';
import { readAccount, type OpenMember } from '@/lib/office-pages/read-member';
import { companyPath, subMembersPath } from '@/lib/office-pages/read-family';
import { readMemberNotices } from '@/lib/office-pages/read-notices';
import { newLocation } from '@/lib/office-pages/save-location';
import { shorten } from '@/lib/office-pages/show-change';
import { changeAccount } from '../actions';

/** What the other sections have to press, so that nobody must open them first. */
export function MemberMore(opened: OpenMember) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm print:hidden">
      <Family {...opened} />
      <Places {...opened} />
      <Reminders {...opened} />
      <SignIn {...opened} />
    </div>
  );
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="inline-flex min-h-7 items-center text-accent underline wrap-anywhere">
      {children}
    </a>
  );
}

function Family({ office: { me }, member: { ID: id, Kind: kind, ParentID: parent }, may }: OpenMember) {
  const mayMove = may('MembershipType.ID');
  return (
    <>
      {mayMove && kind === 'corporate' && <Link href={subMembersPath(id)}>{familyText.addSubMember}</Link>}
      {mayMove && kind !== 'corporate' && (
        <Link href={companyPath(id)}>{parent === null ? familyText.join : familyText.moveOne}</Link>
      )}
      {mayUse(me, 'POST members') && (
        <Link href={`${membersPath}/new?of=${encodeURIComponent(id)}`}>{familyText.another}</Link>
      )}
    </>
  );
}

function Places({ office: { me }, member: { ID: id, Locations: locations } }: OpenMember) {
  if (!mayUse(me, 'PATCH members/{MembershipID}') || officerAccessOf(me)?.editsField('Locations') === false)
    return null;
  return (
    <>
      {locations.map((location) => (
        <Link key={location.ID} href={locationPath(id, location.ID ?? newLocation)}>
          {say(locationText.change, { location: shorten(describeLocation(location), 24) })}
        </Link>
      ))}
      <Link href={locationPath(id, newLocation)}>{locationText.add}</Link>
    </>
  );
}

async function Reminders({ office, member, path }: OpenMember) {
  const notices = await readMemberNotices(office, member.ID);
  if (notices === null || member.ParentID !== null || member.ExpiryDate === null) return null;
  return (
    <NoticesSwitch
      action={changeMemberNotices}
      path={path}
      member={member.ID}
      isExcluded={notices.Excluded}
      isLink
    />
  );
}

/** The button that emails a link is above. */
async function SignIn({ office, member, path }: OpenMember) {
  const account = await readAccount(office, member.ID);
  if (account === null) return null;
  const buttons = accountButtons(member, account).filter(({ intent }) => intent !== 'link');
  return <AccountForms action={changeAccount} member={member.ID} path={path} buttons={buttons} isLink />;
}
