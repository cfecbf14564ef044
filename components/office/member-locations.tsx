import type { OfficeMember } from '@/lib/membership-api/office';
import { locationText } from '@/lib/messages/office-location';
import { memberText } from '@/lib/messages/office-member';
import { precisionText } from '@/lib/messages/preferences';
import { say } from '@/lib/messages/say';
import { describeLocation } from '@/lib/office/location-form';
import { newLocation } from '@/lib/office/save-location';
import { locationPath } from '@/lib/office/members-view';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';

export function MemberLocations({ member, mayChange }: { member: OfficeMember; mayChange: boolean }) {
  return (
    <Panel id="locations" title={memberText.locations}>
      {member.Locations.length === 0 && <p className="text-ink-soft">{locationText.none}</p>}
      <ul className="grid gap-2">
        {member.Locations.map((location) => (
          <li key={location.ID}>
            {mayChange ? (
              <a
                href={locationPath(member.ID, location.ID ?? newLocation)}
                className="inline-flex min-h-8 items-center text-accent underline [overflow-wrap:anywhere]"
              >
                {say(locationText.change, { location: describeLocation(location) })}
              </a>
            ) : (
              <span className="[overflow-wrap:anywhere]">{describeLocation(location)}</span>
            )}
            {location.Precision !== undefined && (
              <p className="text-sm text-ink-soft">{precisionText[location.Precision]}</p>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <p>
          <a href={locationPath(member.ID, newLocation)} className={buttonStyle('quiet')}>
            {locationText.add}
          </a>
        </p>
      )}
    </Panel>
  );
}
