import { answersOnCard, contactOf, isReachable, type CardAnswer } from '@/lib/directory/contact';
import type { DistanceUnit } from '@/lib/directory/filter';
import type { SearchHit } from '@/lib/directory/search';
import { actionsText } from '@/lib/messages/actions';
import { directoryText } from '@/lib/messages/directory';
import { formatList } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';
import { isForMembers, profilePath, type DirectoryPath } from './addresses';
import { EntryPicture } from './entry-picture';
import { sayPlacesBeside, placeOf, whereOf } from './hit-place';
import { MemberActions } from './member-actions';
import { PrintedAddresses } from './printed-addresses';

/** What the association and the operator decide about every card. */
export interface CardOptions {
  carriesMessages: boolean;
  showsType: boolean;
  /** The questions whose answers cards show, see `answersOnCard`. */
  questions: readonly string[];
}

interface MemberCardProps extends CardOptions {
  hit: SearchHit;
  unit: DistanceUnit;
  /** The page that shows the card. Absent: a public page. */
  path?: DirectoryPath;
}

/**
 * What a visitor needs to choose and reach a member. Everything in the first block is clickable together, but the link
 * text is only the member's name.
 */
export function MemberCard({
  hit,
  unit,
  carriesMessages,
  showsType,
  questions,
  path = '/',
}: MemberCardProps) {
  const { entry } = hit;
  const location = hit.nearest?.location ?? null;
  const elsewhere = sayPlacesBeside(hit);
  const facts = [showsType ? entry.membershipType?.name : null, entry.organisation]
    .filter(Boolean)
    .join(' · ');
  return (
    <article
      data-entry={entry.id}
      className="h-full rounded-xl border border-line bg-surface px-4 py-3 hover:border-line-strong focus-within:border-accent wrap-anywhere data-raised:border-accent data-raised:ring-1 data-raised:ring-accent"
    >
      {/* In a narrow card, the buttons are below. A single “⋯” always has room at the right. */}
      <div
        className={`flex gap-x-4 gap-y-3 print:block ${isReachable(entry, location, carriesMessages) ? 'flex-wrap' : ''}`}
      >
        <div className="flex min-w-0 grow basis-80 gap-4">
          <EntryPicture entry={entry} />
          {/* The link covers this block, not the buttons. */}
          <div className="relative min-w-0 grow">
            <h3 className="text-lg leading-snug font-semibold tracking-tight">
              <a
                href={profilePath(path, entry.slug)}
                className="text-ink no-underline before:absolute before:inset-0 before:rounded-xl hover:text-accent hover:underline"
              >
                {entry.name}
              </a>
            </h3>
            {facts !== '' && <p className="text-sm text-ink-soft">{facts}</p>}
            <Work
              names={entry.categories.map((category) => category.name)}
              answers={answersOnCard(entry, questions)}
            />
            <CardPlace hit={hit} unit={unit} />
            {elsewhere !== null && <p className="text-sm text-ink-soft">{elsewhere}</p>}
            <PrintedAddresses entry={entry} />
          </div>
        </div>
        <MemberActions
          entry={entry}
          location={location}
          carriesMessages={carriesMessages}
          isForMembers={isForMembers(path)}
          isShort
        />
      </div>
    </article>
  );
}

// More would not fit in one or two lines. The profile has them all.
const namedCategories = 3;

function Work({ names, answers }: { names: string[]; answers: CardAnswer[] }) {
  if (names.length === 0 && answers.length === 0) return null;
  const more = names.length - namedCategories;
  const named = more > 1 ? names.slice(0, namedCategories) : names;
  return (
    <div className="text-sm">
      {named.length > 0 && (
        <p className="text-ink-soft">
          {named.join(' · ')}
          {more > 1 && ` ${say(directoryText.morePlaces, { count: more })}`}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 empty:hidden">
        <CardAnswers answers={answers} />
      </p>
    </div>
  );
}

export function CardAnswers({ answers }: { answers: CardAnswer[] }) {
  const yes = answers.filter(({ text }) => text === '').map(({ label }) => label);
  return (
    <>
      {yes.length > 0 && <span className="sr-only">{say(actionsText.yes, { labels: formatList(yes) })}</span>}
      {answers.map(({ label, text }) =>
        text === '' ? (
          <span key={label} aria-hidden="true">
            <span className="text-accent">✓</span> {label}
          </span>
        ) : (
          <span key={label}>{say(actionsText.answer, { label, text })}</span>
        ),
      )}
    </>
  );
}

/** The distance, the address or area, and the phone number. Printed cards have all addresses instead. */
function CardPlace({ hit, unit }: { hit: SearchHit; unit: DistanceUnit }) {
  const { entry, nearest } = hit;
  const location = nearest?.location ?? entry.locations[0] ?? null;
  const where = whereOf(hit, unit);
  const address = location?.address ?? null;
  const { phone } = contactOf(entry, nearest?.location ?? null);
  const place =
    where?.place ?? placeOf(nearest === null && address !== null && location !== null ? location : entry);
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-4 leading-snug">
      {(where !== null || place !== '') && (
        <span>
          {where !== null && (
            <>
              <strong className="font-semibold">{where.distance}</strong>
              {', '}
            </>
          )}
          {address !== null && <span className="print:hidden">{address}, </span>}
          <span className="inline-block">{place}</span>
        </span>
      )}
      {phone !== null && <span className="whitespace-nowrap print:hidden">{phone}</span>}
    </p>
  );
}
