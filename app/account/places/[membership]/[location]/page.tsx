import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { KeptForm } from '@/components/office/kept-form';
import { LocationForm } from '@/components/office/location-form';
import { requireSignedIn } from '@/lib/account/current-member';
import { findOwnDoor, readOwnEntries } from '@/lib/office-pages/own-entry';
import { chapterhouse } from '@/lib/chapterhouse';
import { lookUp } from '@/lib/base/look-up';
import { ownEntryText } from '@/lib/messages/own-entry';
import { say } from '@/lib/messages/say';
import { isFormWithoutSession } from '@/lib/office-pages/current-office';
import { ownLocationInputs } from '@/lib/office-pages/location-form';
import { nameOfMember } from '@/lib/office-pages/read-member';
import {
  emptyLocationState,
  newLocation,
  startOfLocation,
  startOfNewLocation,
} from '@/lib/office-pages/save-location';
import { sendOwnLocation } from '../../../public-entry/actions';

export const metadata: Metadata = { title: ownEntryText.places, robots: { index: false } };

interface Props {
  params: Promise<{ membership: string; location: string }>;
}

export default async function PlacePage({ params }: Props) {
  const { membership, location } = await params;
  const path = `/account/places/${encodeURIComponent(membership)}/${encodeURIComponent(location)}`;
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  if (await isFormWithoutSession(findOwnDoor))
    return <KeptForm action={sendOwnLocation} start={emptyLocationState} path={path} />;
  const signedIn = await requireSignedIn(path);
  if (signedIn.kind !== 'member')
    return <NotAvailable kind={signedIn.kind} path={path} title={ownEntryText.places} />;
  if (signedIn.standing.isRemoved) return <RemovedAccount />;
  const entries = await readOwnEntries(app);
  if (entries === null) return <NotAvailable kind="unavailable" path={path} title={ownEntryText.places} />;
  const member = entries.Members.find(({ Member }) => Member.ID === membership)?.Member;
  const isNew = location === newLocation;
  const current = member?.Locations.find(({ ID }) => ID === location);
  const isLocked = (lookUp(entries.Rules, 'Locations') ?? 'locked') === 'locked';
  if (member === undefined || isLocked || (!isNew && current === undefined)) notFound();
  const name = nameOfMember(member);
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight wrap-anywhere">
        {say(isNew ? ownEntryText.newPlace : ownEntryText.placeTitle, { name })}
      </h1>
      <p>
        <a href="/account/public-entry" className="text-accent underline">
          {ownEntryText.backToEntry}
        </a>
      </p>
      <LocationForm
        action={sendOwnLocation}
        start={
          current === undefined
            ? startOfNewLocation(member, app.places, app.site().country)
            : startOfLocation(current)
        }
        memberId={member.ID}
        location={location}
        isNew={isNew}
        path={path}
        background={app.map}
        own={ownLocationInputs}
        isOwn
        hidePath="/account/privacy?edit=audiences"
      />
    </div>
  );
}
