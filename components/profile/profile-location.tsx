import { destinationOf, directionsHref } from '@/lib/directory/contact';
import type { PublicLocation } from '@/lib/directory/model/entry';
import {
  emptyFilter,
  kilometresInUnit,
  radiusChoices,
  roundedPoint,
  defaultUnit,
} from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import { actionsText } from '@/lib/messages/actions';
import { directoryText } from '@/lib/messages/directory';
import { profileText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';
import { pinHash } from '../map/pin-hash';
import { directoryHref, otherViewOf, type DirectoryPath } from '../directory/addresses';
import { capitalised, wholePlaceOf } from '../directory/hit-place';
import { telephoneHref } from '../directory/telephone-href';

interface Props {
  entryId: string;
  location: PublicLocation;
  country: string | null;
  /** The list of the directory that shows the profile. */
  path: DirectoryPath;
}

export function ProfileLocation({ entryId, location, country, path }: Props) {
  const { name, address, phone, website, precision, openingHours = [], further = [] } = location;
  const place = wholePlaceOf(location);
  const destination = destinationOf(location);
  return (
    <div className="rounded-xl border border-line bg-surface p-4">
      {name !== '' && <h3 className="font-semibold">{name}</h3>}
      <address className="not-italic">
        {address !== null && <p>{address}</p>}
        <p>{precision === 'exact' ? place : capitalised(say(directoryText.somewhereIn, { place }))}</p>
        {phone !== null && (
          <p>
            <a
              href={telephoneHref(phone)}
              className="inline-flex min-h-11 items-center text-accent underline"
            >
              {phone}
            </a>
          </p>
        )}
        {website !== null && (
          <p className="break-all">
            <a href={website} rel="noopener nofollow" className="text-accent underline">
              {withoutScheme(website)}
            </a>
          </p>
        )}
      </address>
      {openingHours.length > 0 && (
        <div className="mt-2">
          <p className="text-sm text-ink-soft">{profileText.hours}</p>
          {openingHours.map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </div>
      )}
      {further.map(({ label, text }) => (
        <p key={label}>
          {label}: {text}
        </p>
      ))}
      {precision !== 'exact' && <p className="mt-1 text-sm text-ink-soft">{profileText.somewhere}</p>}
      <p className="mt-2 flex flex-wrap gap-x-5 print:hidden">
        {destination !== null && (
          <a
            href={directionsHref(destination)}
            data-directions-to={destination.text}
            data-point={destination.point}
            rel="noopener noreferrer nofollow"
            aria-label={say(actionsText.directionsTo, { name: name || place })}
            className="inline-flex min-h-8 items-center text-accent underline"
          >
            {actionsText.directions}
          </a>
        )}
        <a
          href={`${directoryHref(otherViewOf(path), around(location, country))}${pinHash(entryId)}`}
          className="inline-flex min-h-8 items-center text-accent underline"
        >
          {profileText.onMap}
        </a>
      </p>
    </div>
  );
}

/** A search with the smallest radius around the location. It finds this location and any others there. */
function around({ point, suburb, state, postcode }: PublicLocation, country: string | null): DirectoryFilter {
  const unit = defaultUnit(country);
  const radiusKm = (radiusChoices[unit].choices[0] ?? 1) * kilometresInUnit[unit];
  const label = [suburb, state, postcode].filter(Boolean).join(' ');
  return {
    ...emptyFilter,
    near: { point: roundedPoint(point), radiusKm, unit, label: label === '' ? null : label },
  };
}

function withoutScheme(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
