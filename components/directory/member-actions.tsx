import type { ReactNode } from 'react';
import { contactOf, directionsHref, emailHref } from '@/lib/directory/contact';
import type { PublicEntry, PublicLocation } from '@/lib/directory/model/entry';
import { memberPath } from '@/lib/directory/member-address';
import { actionsText } from '@/lib/messages/actions';
import { say } from '@/lib/messages/say';
import { shortlistText } from '@/lib/messages/shortlist';
import { telephoneHref } from './telephone-href';

interface MemberActionsProps {
  entry: PublicEntry;
  /**
   * The directions lead to this location, usually the nearest. null: the directions lead to the member's first
   * location.
   */
  location: PublicLocation | null;
  carriesMessages: boolean;
  /** Only the first two contacts are shown, and the rest is behind a button. */
  isShort?: boolean;
  /** The button to call is large and has the number. */
  isOnProfile?: boolean;
  /** Without what leads to public pages or leaves the site: sharing, the shortlist and the saved contact. */
  isForMembers?: boolean;
}

/**
 * All actions are plain links. public/actions.js adds sharing, and opens a phone's map application. Nothing is sent to
 * another site before a link is pressed.
 */
export function MemberActions({
  entry,
  location,
  carriesMessages,
  isShort = false,
  isOnProfile = false,
  isForMembers = false,
}: MemberActionsProps) {
  const { name, slug, email } = entry;
  const { phone, website, destination } = contactOf(entry, location);
  const path = memberPath(slug);
  const takesMessages = email === null && entry.takesMessages && carriesMessages;
  const isMessageOnly = phone === null && website === null;
  const written = [
    email !== null && (
      <a href={emailHref(email)} aria-label={say(actionsText.emailName, { name })}>
        {actionsText.email}
      </a>
    ),
    takesMessages && (
      <a
        href={`${path}/message`}
        rel="nofollow"
        aria-label={say(isMessageOnly ? actionsText.messageOnlyName : actionsText.messageName, { name })}
      >
        {isMessageOnly ? actionsText.messageOnly : actionsText.message}
      </a>
    ),
  ];
  const contacts = [
    phone !== null && (
      <a
        href={telephoneHref(phone)}
        aria-label={isOnProfile ? undefined : say(actionsText.callName, { name, phone })}
        className={isOnProfile ? 'main large' : 'main'}
      >
        {isOnProfile ? say(actionsText.callNumber, { phone }) : actionsText.call}
      </a>
    ),
    ...(phone === null ? written : []),
    destination !== null && (
      <a
        href={directionsHref(destination)}
        data-directions-to={destination.text}
        data-point={destination.point}
        rel="noopener noreferrer nofollow"
        aria-label={say(actionsText.directionsTo, { name })}
      >
        {actionsText.directions}
      </a>
    ),
    website !== null && (
      <a href={website} rel="noopener nofollow" aria-label={say(actionsText.websiteOf, { name })}>
        {actionsText.website}
      </a>
    ),
    ...(phone === null ? [] : written),
  ].filter((link) => link !== false);
  const others = [
    <button
      key="share"
      type="button"
      data-share={path}
      data-share-title={name}
      data-share-copied={actionsText.copied}
      data-share-prompt={actionsText.copyYourself}
      aria-label={say(actionsText.shareName, { name })}
      className="minor"
    >
      {actionsText.share}
    </button>,
    <ShortlistButton key="shortlist" id={entry.id} name={name} />,
    <a key="save" href={`${path}/vcard`} aria-label={say(actionsText.saveName, { name })} className="minor">
      {actionsText.save}
    </a>,
  ];
  const further = isForMembers ? [] : others;
  const shown = isShort ? contacts.slice(0, shortCount) : [...contacts, ...further];
  const rest = isShort ? [...contacts.slice(shortCount), ...further] : [];
  return (
    <ul
      aria-label={say(actionsText.actions, { name })}
      // The list behind the button opens to the left, so the button must not be at the left edge.
      className={`member-actions ${isShort ? 'ml-auto' : ''}`}
    >
      <Items of={shown} />
      {rest.length > 0 && (
        <li>
          {/* The name lets a browser close one list when another opens. */}
          <details name="more-actions">
            <summary aria-label={say(actionsText.moreFor, { name })}>
              <span aria-hidden="true">⋯</span>
            </summary>
            <ul>
              <Items of={rest} />
            </ul>
          </details>
        </li>
      )}
    </ul>
  );
}

const shortCount = 2;

function Items({ of }: { of: ReactNode[] }) {
  return of.map((link, index) => <li key={index}>{link}</li>);
}

/** public/shortlist.js sets whether the star is pressed. Without scripts, the star is hidden (globals.css). */
function ShortlistButton({ id, name }: { id: string; name: string }) {
  return (
    <button
      type="button"
      data-shortlist={id}
      data-shortlist-full={shortlistText.full}
      data-shortlist-blocked={shortlistText.blocked}
      aria-pressed="false"
      aria-label={say(shortlistText.addName, { name })}
      // public/shortlist.js sets aria-pressed, perhaps before React starts.
      suppressHydrationWarning
      className="minor group/star"
    >
      <span aria-hidden="true" className="group-aria-pressed/star:hidden">
        ☆
      </span>
      <span aria-hidden="true" className="hidden group-aria-pressed/star:inline">
        ★
      </span>
      {shortlistText.add}
    </button>
  );
}
