import { chapterhouse } from '@/lib/chapterhouse';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { defaultUnit } from '@/lib/directory/filter';
import { memberPath } from '@/lib/directory/member-address';
import { shortlistParameter } from '@/lib/base/directory-parameters';
import { findShortlisted, readShortlist, shortlistHref } from '@/lib/directory/shortlist';
import { actionsText } from '@/lib/messages/actions';
import { printText } from '@/lib/messages/print';
import { say } from '@/lib/messages/say';
import { shortlistText } from '@/lib/messages/shortlist';
import { capitalised, type Noun } from '@/lib/base/noun';
import { buttonStyle } from '../ui/button';
import { placeOf } from './hit-place';
import { cardOptions } from './card-options';
import { MemberCard } from './member-card';

export interface ShortlistPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function ShortlistPage({ searchParams }: ShortlistPageProps) {
  const { directory, site } = chapterhouse();
  const { noun } = site();
  const value = (await searchParams)[shortlistParameter];
  const ids = readShortlist([value ?? ''].flat()[0] ?? '');
  const { entries, gone } = findShortlisted(directory, ids);
  return (
    <>
      <h1 className="text-3xl font-bold tracking-tight">{shortlistText.title}</h1>
      <p className="mt-1 text-lg text-ink-soft print:hidden">{shortlistText.lead}</p>
      {gone > 0 && <p className="mt-3">{say(shortlistText.gone, { ...noun, count: gone })}</p>}
      {entries.length === 0 ? <Empty noun={noun} /> : <Members entries={entries} noun={noun} />}
    </>
  );
}

function Empty({ noun: { many } }: { noun: Noun }) {
  return (
    <>
      <p className="mt-6">{say(shortlistText.empty, { many })}</p>
      <p className="mt-4">
        <a href="/" data-keep-search className={buttonStyle('main')}>
          {say(shortlistText.find, { many })}
        </a>
      </p>
    </>
  );
}

function Members({ entries, noun }: ShownProps) {
  const { site } = chapterhouse();
  const unit = defaultUnit(site().country);
  return (
    <>
      <p className="needs-scripts mt-5 flex flex-wrap gap-3 print:hidden">
        <button
          type="button"
          data-share={shortlistHref(entries.map((entry) => entry.id))}
          data-share-title={say(shortlistText.shareTitle, { name: site().name })}
          data-share-copied={actionsText.copied}
          data-share-prompt={actionsText.copyYourself}
          className={buttonStyle('main')}
        >
          {shortlistText.share}
        </button>
        {/* public/shortlist.js shows this button when somebody else's list is open. */}
        <button
          type="button"
          hidden
          data-shortlist-take={entries.map((entry) => entry.id).join('.')}
          data-shortlist-full={shortlistText.full}
          data-shortlist-blocked={shortlistText.blocked}
          className={buttonStyle('quiet')}
        >
          {shortlistText.takeOver}
        </button>
        <button type="button" data-print="" className={buttonStyle('quiet')}>
          {printText.print}
        </button>
        {/* public/shortlist.js shows this button when the browser's own list is open. */}
        <button type="button" hidden data-shortlist-clear="" className={buttonStyle('quiet')}>
          {shortlistText.clear}
        </button>
      </p>
      <ul className="mt-6 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {entries.map((entry) => (
          <li key={entry.id}>
            <MemberCard hit={{ entry, nearest: null }} unit={unit} {...cardOptions()} />
          </li>
        ))}
      </ul>
      {entries.length > 1 && <Comparison entries={entries} noun={noun} />}
    </>
  );
}

interface ShownProps {
  entries: PublicEntry[];
  noun: Noun;
}

function Comparison({ entries, noun }: ShownProps) {
  const rows = rowsOf(entries).filter(({ of }) => entries.some((entry) => of(entry) !== ''));
  return (
    <section aria-labelledby="compare" className="mt-10 print:hidden">
      <h2 id="compare" className="mb-3 text-xl font-semibold tracking-tight">
        {shortlistText.compare}
      </h2>
      {/* A wide table scrolls sideways on its own. It can be scrolled with the keyboard, because its links can get
          the focus. */}
      <div className="overflow-x-auto rounded-xl border border-line bg-surface">
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr className="align-bottom">
              <th scope="col" className={rowHead}>
                {say(shortlistText.member, { One: capitalised(noun.one) })}
              </th>
              {entries.map((entry) => (
                <th key={entry.id} scope="col" className="min-w-40 px-3 py-2 font-semibold">
                  <a href={memberPath(entry.slug)} className="text-accent">
                    {entry.name}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, of }) => (
              <tr key={label} className="border-t border-line align-top">
                <th scope="row" className={rowHead}>
                  {label}
                </th>
                {entries.map((entry) => (
                  <td key={entry.id} className="px-3 py-2">
                    {of(entry)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const rowHead = 'w-28 min-w-28 px-3 py-2 font-normal text-ink-soft sm:w-48';

interface Row {
  label: string;
  of: (entry: PublicEntry) => string;
}

function rowsOf(entries: PublicEntry[]): Row[] {
  const labels = new Map(entries.flatMap(({ answers }) => answers.map((one) => [one.extraId, one.label])));
  const answers = [...labels].map(([extraId, label]) => ({
    label,
    of: (entry: PublicEntry) =>
      entry.answers.find((one) => one.extraId === extraId)?.answers.join(', ') ?? '',
  }));
  return [
    { label: shortlistText.contact, of: contactsOf },
    { label: shortlistText.place, of: placesOf },
    {
      label: shortlistText.categories,
      of: ({ categories }) => categories.map(({ name }) => name).join(', '),
    },
    ...answers,
    { label: shortlistText.type, of: ({ membershipType }) => membershipType?.name ?? '' },
    { label: shortlistText.since, of: ({ memberSince }) => memberSince?.toString() ?? '' },
  ];
}

function placesOf(entry: PublicEntry): string {
  const places = entry.locations.length === 0 ? [entry] : entry.locations;
  return [...new Set(places.map((place) => placeOf(place)))].filter(Boolean).join(', ');
}

function contactsOf({ phone, email, locations }: PublicEntry): string {
  const phones = [phone, ...locations.map((location) => location.phone)];
  return [...new Set([...phones, email])].filter(Boolean).join(', ');
}
