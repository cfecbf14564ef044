import type { Metadata } from 'next';
import { FactList } from '@/components/account/fact-list';
import { cardOptions } from '@/components/directory/card-options';
import { MemberCard } from '@/components/directory/member-card';
import { MemberAudiences } from '@/components/office/member-audiences';
import { Panel } from '@/components/office/panel';
import { PictureForm } from '@/components/office/picture-form';
import { ShownPicture } from '@/components/office/shown-picture';
import { buttonStyle } from '@/components/ui/button';
import { chapterhouse } from '@/lib/chapterhouse';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { toPublicFields } from '@/lib/directory/model/public-fields';
import { memberPath } from '@/lib/directory/member-address';
import type { OfficeMember } from '@/lib/contract/office';
import { locationText } from '@/lib/messages/office-location';
import { memberText } from '@/lib/messages/office-member';
import { membersText } from '@/lib/messages/office-members';
import { publicViewText } from '@/lib/messages/office-pages';
import { pictureText } from '@/lib/messages/picture';
import { precisionText } from '@/lib/messages/preferences';
import { say } from '@/lib/messages/say';
import { officerAccessOf } from '@/lib/office-pages/hidden-fields';
import { describeLocation } from '@/lib/office-pages/location-form';
import { mayUse } from '@/lib/office-pages/may-use';
import { locationPath } from '@/lib/office-pages/members-view';
import { noPicture, officePicturePath } from '@/lib/office-pages/picture-form';
import { newLocation } from '@/lib/office-pages/save-location';
import { changeAudiences, savePicture } from '@/app/office/members/actions';
import { MemberPage, type MemberPageProps } from '@/app/office/members/[id]/member-page';

export const metadata: Metadata = { title: membersText.title };

export default function DirectoryPage(props: MemberPageProps) {
  return (
    <MemberPage {...props} section="directory">
      {async ({ office: { me }, member, tag, path, may }) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <MemberPublicView member={member} entry={chapterhouse().directory.find(member.ID)} />
          <div className="grid gap-6">
            <MemberPicture
              member={member}
              mayChange={
                mayUse(me, 'POST members/{MembershipID}/pictures') &&
                officerAccessOf(me)?.editsField('Picture') !== false
              }
              path={path}
            />
            <MemberLocations
              member={member}
              mayChange={
                mayUse(me, 'PATCH members/{MembershipID}') &&
                officerAccessOf(me)?.editsField('Locations') !== false
              }
            />
            {may('Directory.Listed') && (
              <MemberAudiences member={member} tag={tag} path={path} action={changeAudiences} />
            )}
          </div>
        </div>
      )}
    </MemberPage>
  );
}

function MemberLocations({ member, mayChange }: { member: OfficeMember; mayChange: boolean }) {
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

interface Props {
  member: OfficeMember;
  /** The membership's entry in the directory. 'removed' and null: the directory does not show the member. */
  entry: PublicEntry | 'removed' | null;
}

function MemberPublicView({ member, entry }: Props) {
  if (entry === null || entry === 'removed') {
    return (
      <Panel id="public" title={publicViewText.title}>
        <p>{publicViewText.notListed}</p>
        <ul className="list-disc pl-5">
          {(chapterhouse().site().isDirectoryClosed === true
            ? [publicViewText.closed]
            : whyNotListed(member)
          ).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Panel>
    );
  }
  return (
    <Panel id="public" title={publicViewText.title}>
      {/* Inert, because the headings and links of the card are not part of this page. A list of its content follows. */}
      <div inert className="max-w-xl">
        <MemberCard hit={{ entry, nearest: null }} unit="km" {...cardOptions()} />
      </div>
      <p>
        <a href={memberPath(entry.slug)} className="inline-flex min-h-8 items-center text-accent underline">
          {memberText.seePublic}
        </a>
      </p>
      <details>
        <summary className="min-h-8 py-1 font-medium">{publicViewText.fields}</summary>
        <div className="pt-2">
          <FactList facts={toPublicFields(entry).map(({ name, value }) => [name, value])} />
        </div>
      </details>
    </Panel>
  );
}

/** The reasons, in words for the office. */
function whyNotListed({ Directory: directory, Checked, Status }: OfficeMember): string[] {
  const reasons = [
    ...(directory.Listed ? [] : [publicViewText.hidden]),
    ...(Checked ? [] : [publicViewText.notApproved]),
    ...(Status === 'expired' ? [publicViewText.ended] : []),
    ...(Status === 'outstanding' ? [publicViewText.owes] : []),
  ];
  return reasons.length > 0 ? reasons : [publicViewText.otherwise];
}

interface PictureProps {
  member: OfficeMember;
  mayChange: boolean;
  path: string;
}

function MemberPicture({ member, mayChange, path }: PictureProps) {
  const { ID: id, Picture: picture = null, Kind: kind, PublicEntry: shown } = member;
  const isLogo = kind === 'corporate';
  return (
    <Panel id="picture" title={isLogo ? pictureText.logo : pictureText.picture}>
      {picture === null ? (
        <p className="text-ink-soft">{pictureText.none}</p>
      ) : (
        <ShownPicture member={member} shown={shown} src={officePicturePath(id, picture.ID)} />
      )}
      {mayChange && (
        <details>
          <summary className="min-h-8 cursor-pointer py-1 font-medium">
            {picture === null ? pictureText.add : pictureText.change}
          </summary>
          <div className="pt-2">
            <PictureForm
              key={picture?.ID}
              action={savePicture}
              start={noPicture}
              id={id}
              picture={picture}
              isLogo={isLogo}
              path={path}
              cancelPath={path}
            />
          </div>
        </details>
      )}
    </Panel>
  );
}
