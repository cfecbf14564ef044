import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { KeptForm } from '@/components/office/kept-form';
import { LocationForm } from '@/components/office/location-form';
import { chapterhouse } from '@/lib/chapterhouse';
import { locationText } from '@/lib/messages/office-location';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import { officerAccessOf } from '@/lib/office-pages/hidden-fields';
import { ownLocationInputs } from '@/lib/office-pages/location-form';
import { locationPath } from '@/lib/office-pages/members-view';
import {
  emptyLocationState,
  newLocation,
  startOfLocation,
  startOfNewLocation,
} from '@/lib/office-pages/save-location';
import { MemberTask } from '../../member-task';
import { sendLocationForm } from './actions';

export const metadata: Metadata = { title: memberText.locations };

export default async function OfficeLocationPage({
  params,
}: {
  params: Promise<{ id: string; location: string }>;
}) {
  const { id, location } = await params;
  const path = locationPath(id, location);
  const isNew = location === newLocation;
  return (
    <MemberTask
      id={id}
      path={path}
      help="location"
      titleFor={(name) => say(isNew ? locationText.newTitle : locationText.title, { name })}
      needs="PATCH members/{MembershipID}"
      kept={<KeptForm action={sendLocationForm} start={emptyLocationState} path={path} />}
    >
      {({ office, member }) => {
        const current = member.Locations.find(({ ID }) => ID === location);
        const mayChange = officerAccessOf(office.me)?.editsField('Locations') !== false;
        if (!mayChange || (!isNew && current === undefined)) notFound();
        const { places, map, site } = chapterhouse();
        return (
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
        );
      }}
    </MemberTask>
  );
}
