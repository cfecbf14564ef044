import { formatDay } from '@/lib/messages/format';
import type { ReactNode } from 'react';
import { chapterhouse } from '@/lib/chapterhouse';
import { answersOnCard, emailHref, isReachable } from '@/lib/directory/contact';
import type { Named, PublicAnswers, PublicEntry } from '@/lib/directory/model/entry';
import type { Directory } from '@/lib/directory/directory';
import { categoryPath } from '@/lib/directory/landing-pages';
import { memberPath } from '@/lib/directory/member-address';
import { mapAttribution } from '@/lib/map/geo/tile-address';
import { reportAddress } from '@/lib/directory/report-address';
import { forMembersText } from '@/lib/messages/account';
import { messageText, profileText, reportText } from '@/lib/messages/site';
import { lookUp } from '@/lib/base/look-up';
import { say } from '@/lib/messages/say';
import type { Site } from '@/lib/contract/site';
import { buttonStyle } from '../ui/button';
import { EntryPicture } from '../directory/entry-picture';
import { PlaceStill } from '../map/place-still';
import { profileFrame, viewOfPlaces } from '../map/place-view';
import { isForMembers, type DirectoryPath } from '../directory/addresses';
import { placeOf, wholePlaceOf } from '../directory/hit-place';
import { MemberActions } from '../directory/member-actions';
import { cardOptions } from '../directory/card-options';
import { CardAnswers } from '../directory/member-card';
import { MembersNearby } from './members-nearby';
import { ProfileLocation } from './profile-location';
import { telephoneHref } from '../directory/telephone-href';

interface Props {
  entry: PublicEntry;
  country: string | null;
  /** This member's answers to the questions that are only for members. Public pages do not pass this property. */
  membersOnly?: readonly PublicAnswers[];
  /** The directory for members, if it shows the profile. Absent: the profile is what everybody sees. */
  membersDirectory?: Directory;
}

export function MemberProfile({ entry, country, membersOnly = [], membersDirectory }: Props) {
  const path = membersDirectory === undefined ? '/' : '/members-only/directory';
  const hasContact = entry.email !== null || entry.phone !== null;
  const { chapterContacts, noun } = chapterhouse().site();
  const chapterContact = entry.chapter === null ? null : (lookUp(chapterContacts, entry.chapter.id) ?? null);
  return (
    <article className="mx-auto max-w-6xl wrap-anywhere">
      <p className="-mt-3 mb-3 print:hidden">
        <a href={path} data-keep-search data-back className="inline-flex min-h-9 items-center text-accent">
          <span aria-hidden="true">←&nbsp;</span>
          <span data-text-after-search={profileText.backToSearch} suppressHydrationWarning>
            {say(profileText.back, { many: noun.many })}
          </span>
        </a>
      </p>
      {/* With room for two columns, the places are beside everything else. */}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
        <div>
          <ProfileHeader entry={entry} path={path} />
          <Introduction entry={entry} />
        </div>
        {entry.locations.length > 0 && (
          <section aria-labelledby={`locations-${entry.id}`} className="lg:row-span-2">
            <h2 id={`locations-${entry.id}`} className="mb-3 text-xl font-semibold tracking-tight">
              {say(profileText.locations, { name: entry.name })}
            </h2>
            <ProfileMap entry={entry} />
            <ul className="mt-3 grid gap-3">
              {entry.locations.map((location) => (
                <li key={location.id}>
                  <ProfileLocation entryId={entry.id} location={location} country={country} path={path} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {(entry.answers.length > 0 || hasContact || chapterContact !== null || membersOnly.length > 0) && (
          <div className="grid gap-8">
            {hasContact && <Contact entry={entry} />}
            {chapterContact !== null && <ChapterContact contact={chapterContact} />}
            {entry.answers.length > 0 && <Answers title={profileText.about} answers={entry.answers} />}
            {membersOnly.length > 0 && (
              <div>
                <Answers title={forMembersText.section} answers={membersOnly} />
                <p className="mt-2 text-sm text-ink-soft">{forMembersText.sectionHint}</p>
              </div>
            )}
          </div>
        )}
      </div>
      <MembersNearby
        entry={entry}
        country={country}
        directory={membersDirectory ?? chapterhouse().directory}
        path={path}
      />
      {path === '/' && <ReportLink slug={entry.slug} />}
    </article>
  );
}

export function profileDescription(
  entry: PublicEntry,
  { name: organisation, noun }: Pick<Site, 'name' | 'noun'>,
): string {
  const type = entry.membershipType?.name ?? noun.one;
  const place = placeOf(entry);
  const message = place === '' ? profileText.description : profileText.descriptionIn;
  return say(message, { name: entry.name, type, organisation, place });
}

function ProfileHeader({ entry, path }: { entry: PublicEntry; path: DirectoryPath }) {
  const { carriesMessages, questions } = cardOptions();
  const facts = [entry.membershipType?.name, entry.organisation].filter(Boolean).join(' · ');
  const since =
    entry.memberSince === null ? null : say(profileText.memberSince, { year: String(entry.memberSince) });
  const [first] = entry.locations;
  const place = first === undefined ? wholePlaceOf(entry) : placeOf(first.address === null ? entry : first);
  const chapter = entry.chapter === null ? null : say(profileText.chapter, { name: entry.chapter.name });
  const more = [chapter, since].filter(Boolean).join(' · ');
  return (
    <header className="flex flex-wrap items-start gap-x-5 gap-y-3">
      <EntryPicture entry={entry} size="large" />
      <div className="min-w-0 grow basis-64">
        <h1 className="text-3xl font-bold tracking-tight">{entry.name}</h1>
        {facts !== '' && <p className="mt-1 text-lg">{facts}</p>}
        {place !== '' && <p>{[first?.address, place].filter(Boolean).join(', ')}</p>}
        {more !== '' && <p className="text-ink-soft">{more}</p>}
        <p className="mt-1 flex flex-wrap gap-x-4 empty:hidden">
          <CardAnswers answers={answersOnCard(entry, questions)} />
        </p>
        <CategoryLinks categories={entry.categories} path={path} />
        <p className="mt-3 empty:hidden print:hidden">
          <MessageLink entry={entry} />
        </p>
        {!isReachable(entry, null, carriesMessages) && (
          <p className="mt-3 text-ink-soft print:hidden">{profileText.noContact}</p>
        )}
      </div>
      {/* The link above already leads to the message form, so the actions do not repeat it. */}
      <MemberActions
        entry={entry}
        location={null}
        carriesMessages={false}
        isForMembers={isForMembers(path)}
        isOnProfile
      />
    </header>
  );
}

/**
 * These links only look like the tags of a card. The tags of a card are not links, and are also rendered in the
 * browser.
 */
function CategoryLinks({ categories, path }: Pick<PublicEntry, 'categories'> & { path: DirectoryPath }) {
  const hrefOf = (category: Named) =>
    path === '/' ? categoryPath(category) : `${path}?${new URLSearchParams({ category: category.id })}`;
  if (categories.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5 text-sm">
      {categories.map((category) => (
        <li key={category.id} className="rounded-full bg-sunken">
          <a href={hrefOf(category)} className="block px-2.5 py-0.5 text-accent no-underline hover:underline">
            {category.name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The paragraphs, the services and the areas, in this order because a visitor reads from the general to the detail. */
function Introduction({ entry }: { entry: PublicEntry }) {
  const { introduction = [], services = [], areas, confirmedOn } = entry;
  if (introduction.length === 0 && services.length === 0 && (areas ?? confirmedOn) === undefined) return null;
  return (
    <div className="mt-8 grid gap-6">
      {introduction.length > 0 && (
        <div className="grid max-w-prose gap-3 text-lg">
          {introduction.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </div>
      )}
      {services.length > 0 && (
        <section>
          <h2 className="mb-2 text-xl font-semibold tracking-tight">{profileText.services}</h2>
          <ul className="grid list-inside list-disc gap-x-6 gap-y-1 sm:grid-cols-2">
            {services.map((service) => (
              <li key={service}>{service}</li>
            ))}
          </ul>
        </section>
      )}
      {areas !== undefined && (
        <section>
          <h2 className="mb-1 text-xl font-semibold tracking-tight">{profileText.areas}</h2>
          <p>{areas}</p>
        </section>
      )}
      {confirmedOn !== undefined && (
        <p className="text-sm text-ink-soft">{say(profileText.confirmed, { day: formatDay(confirmedOn) })}</p>
      )}
    </div>
  );
}

// The picture has no streets, so a closer view would show only the name of a town.
const closest = { exact: 11, area: 10 };

/** A picture, because the page is sent without scripts. The links below it open the map at the place. */
export function ProfileMap({ entry: { locations } }: { entry: PublicEntry }) {
  const points = locations.map(({ point, precision }) => ({ ...point, isArea: precision !== 'exact' }));
  const closestZoom = points.every(({ isArea }) => isArea) ? closest.area : closest.exact;
  const view = viewOfPlaces(points, closestZoom, profileFrame);
  return (
    <div className="relative h-60 overflow-hidden rounded-xl border border-line bg-sunken print:hidden">
      <PlaceStill view={view} points={points} frame={profileFrame} />
      <p className="absolute right-0 bottom-0 bg-surface px-1 text-xs text-ink-soft">{mapAttribution}</p>
    </div>
  );
}

function MessageLink({ entry }: { entry: PublicEntry }) {
  if (!entry.takesMessages || !chapterhouse().config.carriesMessages) return null;
  return (
    <a href={`${memberPath(entry.slug)}/message`} rel="nofollow" className={buttonStyle('main')}>
      {say(messageText.link, { name: entry.name })}
    </a>
  );
}

function ReportLink({ slug }: { slug: string }) {
  if (reportAddress(chapterhouse()) === null) return null;
  return (
    <p className="mt-10 print:hidden">
      <a
        href={`${memberPath(slug)}/report`}
        rel="nofollow"
        className="inline-flex min-h-8 items-center text-sm text-ink-soft underline hover:text-accent"
      >
        {reportText.link}
      </a>
    </p>
  );
}

function Contact({ entry: { email, phone } }: { entry: PublicEntry }) {
  return (
    <Facts title={profileText.contact}>
      {email !== null && (
        <Fact name={profileText.email}>
          <a href={emailHref(email)} className="break-all text-accent underline">
            {email}
          </a>
        </Fact>
      )}
      {phone !== null && (
        <Fact name={profileText.phone}>
          <a href={telephoneHref(phone)} className="inline-flex min-h-11 items-center text-accent underline">
            {phone}
          </a>
        </Fact>
      )}
    </Facts>
  );
}

/** `contact` is an email address, a phone number or a web address. */
function ChapterContact({ contact }: { contact: string }) {
  const href = /^\S+@\S+$/.test(contact)
    ? emailHref(contact)
    : /^https?:/.test(contact)
      ? contact
      : /^[-+() \d]+$/.test(contact)
        ? telephoneHref(contact)
        : null;
  return (
    <Facts title={profileText.chapterContact}>
      <Fact name={profileText.contact}>
        {href === null ? (
          contact
        ) : (
          <a href={href} className="break-all text-accent underline">
            {contact}
          </a>
        )}
      </Fact>
    </Facts>
  );
}

function Answers({ title, answers }: { title: string; answers: readonly PublicAnswers[] }) {
  return (
    <Facts title={title}>
      {answers.map(({ extraId, label, answers: given }) => (
        <Fact key={extraId} name={label}>
          {given.join(', ')}
        </Fact>
      ))}
    </Facts>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-xl font-semibold tracking-tight">{title}</h2>
      <dl className="divide-y divide-line border-y border-line">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-2.5">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
