import { toPublicFields } from '@/lib/directory/model/public-fields';
import type { OwnEntries } from '@/lib/contract/own-entries';
import type { MembershipStanding } from '@/lib/contract/standing';
import { chapterhouse } from '@/lib/chapterhouse';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { memberPath, membersPath } from '@/lib/directory/member-address';
import { publicEntryText } from '@/lib/messages/account';
import { sayAround } from '@/lib/messages/say';
import { cardOptions } from '../directory/card-options';
import { HiddenEntry } from './hidden-entry';
import { MemberCard } from '../directory/member-card';
import { MemberProfile } from '../profile/member-profile';

interface Props {
  standing: MembershipStanding;
  /** null: another site has the members. */
  entries: OwnEntries | null;
  /** The membership's directory entry. 'removed': the membership was listed before and no longer is. */
  entry: PublicEntry | 'removed' | null;
  /** The address of the preferences page. null: another site provides the service, and we do not know its pages. */
  preferencesUrl: string | null;
  /** The site's country, which decides the unit of distances. */
  country: string | null;
}

/** Uses the components of the public pages, so that the preview shows exactly what visitors see. */
export function PublicEntryPreview({ standing, entries, entry, preferencesUrl, country }: Props) {
  const isListed = entry !== null && entry !== 'removed';
  return (
    <div className="grid gap-4">
      {isListed ? (
        <Listed entry={entry} country={country} />
      ) : (
        <HiddenEntry standing={standing} entries={entries} />
      )}
      <p>
        {preferencesUrl === null ? (
          publicEntryText.ask
        ) : (
          <a href={preferencesUrl} className="text-accent underline">
            {publicEntryText.change}
          </a>
        )}
      </p>
    </div>
  );
}

const foldedStyle = 'min-h-11 cursor-pointer py-2 font-semibold';

function Listed({ entry, country }: { entry: PublicEntry; country: string | null }) {
  const onPage = sayAround(publicEntryText.onPage);
  return (
    <>
      <h3 className="font-semibold">{publicEntryText.inList}</h3>
      <div className="max-w-xl">
        <MemberCard hit={{ entry, nearest: null }} unit="km" {...cardOptions()} />
      </div>
      <p>
        {onPage.before}
        <a href={memberPath(entry.slug)} className="text-accent underline">
          {onPage.within}
        </a>
        {onPage.after}
      </p>
      {chapterhouse().ownSignIns !== null && (
        <p>
          <a href={membersPath(entry.slug)} className="text-accent underline">
            {publicEntryText.forMembers}
          </a>
        </p>
      )}
      <details>
        <summary className={foldedStyle}>{publicEntryText.wholePage}</summary>
        {/* This preview is inert, because its headings and links do not belong to this page. The list below has the
            same content. */}
        <div inert className="mt-3 rounded-xl border border-line bg-canvas p-5">
          <MemberProfile entry={entry} country={country} />
        </div>
      </details>
      <details>
        <summary className={foldedStyle}>{publicEntryText.fields}</summary>
        <dl className="mt-3 grid gap-x-6 rounded-xl border border-line bg-surface px-5 sm:grid-cols-[minmax(8rem,auto)_1fr]">
          {toPublicFields(entry).map((field, index) => (
            <div
              key={`${field.name} ${index}`}
              className="col-span-full grid grid-cols-subgrid border-b border-line py-3 last:border-0"
            >
              <dt className="text-sm text-ink-soft">{field.name}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">
                {field.value}
                <span className="block text-sm text-ink-soft">{field.why}</span>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
