import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { LocationForm } from '@/components/office/location-form';
import { OfficePage } from '@/components/office/office-page';
import { chapterhouse } from '@/lib/chapterhouse';
import { locationText } from '@/lib/messages/office-location';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { officerAccessOf } from '@/lib/office-pages/hidden-fields';
import { ownLocationInputs } from '@/lib/office-pages/location-form';
import { locationPath, membersPath } from '@/lib/office-pages/members-view';
import { nameOfMember, requireMember } from '@/lib/office-pages/read-member';
import {
  emptyLocationState,
  newLocation,
  startOfLocation,
  startOfNewLocation,
} from '@/lib/office-pages/save-location';
import { sendLocationForm } from './actions';
import { mayUse } from '@/lib/office-pages/may-use';

export const metadata: Metadata = { title: memberText.locations };

export default async function OfficeLocationPage({
  params,
}: {
  params: Promise<{ id: string; location: string }>;
}) {
  const { id, location } = await params;
  const path = locationPath(id, location);
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept')
    return <KeptForm action={sendLocationForm} start={emptyLocationState} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const mayChange = officerAccessOf(office.me)?.editsField('Locations') !== false;
  if (!mayUse(office.me, 'PATCH members/{MembershipID}') || !mayChange) notFound();
  const { member } = await requireMember(office, id);
  const { places, map, site } = chapterhouse();
  const isNew = location === newLocation;
  const current = member.Locations.find(({ ID }) => ID === location);
  if (!isNew && current === undefined) notFound();
  const name = nameOfMember(member);
  return (
    <OfficePage
      office={office}
      help="location"
      current={membersPath}
      title={say(isNew ? locationText.newTitle : locationText.title, { name })}
      hasForm
    >
      <p>
        <a href={`${membersPath}/${member.ID}`} className="text-accent underline">
          {say(locationText.back, { name })}
        </a>
      </p>
      <LocationForm
        action={sendLocationForm}
        start={
          current === undefined
            ? startOfNewLocation(member, places, site().country)
            : startOfLocation(current)
        }
        memberId={member.ID}
        location={location}
        isNew={isNew}
        path={path}
        background={map}
        own={ownLocationInputs}
      />
    </OfficePage>
  );
}
