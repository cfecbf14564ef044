import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { KeptForm } from '@/components/office/kept-form';
import { audienceFields, chosenAudiences } from '@/components/office/member-audiences';
import { ShortForm, type ShortField } from '@/components/office/short-form';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { nameOfMembership } from '@/lib/account/words';
import { chapterhouse } from '@/lib/chapterhouse';
import { audienceInputs, messagesField, precisionPrefix } from '@/lib/contract/audiences';
import type { OwnEntries } from '@/lib/contract/own-entries';
import type { Standing } from '@/lib/contract/standing';
import { locationPrecisionSchema } from '@/lib/contract/words';
import { privacyText as text } from '@/lib/messages/account';
import { preferencesText, precisionText } from '@/lib/messages/preferences';
import { say, sayAround } from '@/lib/messages/say';
import { isFormWithoutSession } from '@/lib/office-pages/current-office';
import { findOwnDoor, readOwnEntries, type OwnEntry } from '@/lib/office-pages/own-entry';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { setAudiences, setListed } from '../leaving/actions';

export const metadata: Metadata = { title: text.title, robots: { index: false } };

const path = '/account/privacy';
/** As `?edit=`: the choices are open. */
const editAudiences = 'audiences';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PrivacyPage({ searchParams }: Props) {
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  const { done, edit = '' } = await searchParams;
  if (await isFormWithoutSession(findOwnDoor))
    return (
      <>
        <KeptForm action={setListed} start={emptyShortForm} path={path} />
        <KeptForm action={setAudiences} start={emptyShortForm} path={`${path}?edit=${String(edit)}`} />
      </>
    );
  const member = await requireSignedIn(path);
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={text.title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  const entries = await readOwnEntries(app);
  if (entries === null) return <NotAvailable kind="unavailable" path={path} title={text.title} />;
  const saved = sayAround(preferencesText.saved);
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{text.title}</h1>
      <AccountMenu current={path} />
      {(done === 'listed' || done === 'unlisted') && <Notice role="status">{text[done]}</Notice>}
      {done === 'saved' && (
        <Notice role="status">
          {saved.before}
          <a href="/account/public-entry" className="text-accent underline">
            {saved.within}
          </a>
          {saved.after}
        </Notice>
      )}
      <Consent standing={member.standing} entries={entries} edit={String(edit)} />
      <section aria-labelledby="held" className="grid gap-3 rounded-xl border border-line bg-surface p-5">
        <h2 id="held" className="text-xl font-semibold">
          {text.held}
        </h2>
        <p>{text.heldText}</p>
        <p>
          <a href="/account/privacy/data" className={buttonStyle('quiet')}>
            {text.seeHeld}
          </a>
        </p>
        <p>{text.erasureText}</p>
        <p>
          <a href="/account/privacy/data#erasure" className={buttonStyle('quiet')}>
            {text.askErasure}
          </a>
        </p>
      </section>
      <p>
        {text.sitesText}{' '}
        <a href="/account/sites" className="text-accent underline">
          {text.sites}
        </a>
      </p>
    </div>
  );
}

/** One press takes an entry out of the directory. */
function Consent({ standing, entries, edit }: { standing: Standing; entries: OwnEntries; edit: string }) {
  const { memberships } = standing;
  return memberships.map((one) => {
    const { ID: id } = one.membership;
    const entry = entries.Members.find(({ Member }) => Member.ID === id);
    if (entry === undefined) return null;
    const { Listed: isListed } = entry.Member.Directory;
    return (
      <section key={id} className="grid gap-3 rounded-xl border border-line bg-surface p-5">
        <h2 className="text-xl font-semibold wrap-anywhere">
          {memberships.length > 1 ? say(text.of, { membership: nameOfMembership(one) }) : text.directory}
        </h2>
        <p>{isListed ? text.isListed : text.isUnlisted}</p>
        <ShortForm
          key={String(isListed)}
          id={`listing-${id}`}
          action={setListed}
          path={path}
          hidden={{ id, listed: String(!isListed) }}
          button={isListed ? text.unlist : text.list}
        />
        {edit === editAudiences ? (
          <Audiences entry={entry} />
        ) : (
          <p>
            <a href={`${path}?edit=${editAudiences}`} className="text-accent underline">
              {text.choose}
            </a>
          </p>
        )}
      </section>
    );
  });
}

/** Members always decide this themselves, also about fields that only the association changes. */
function Audiences({ entry: { ETag, Member } }: { entry: OwnEntry }) {
  const { config, site } = chapterhouse();
  const { ID: id, Kind: kind, Locations } = Member;
  const { Email: email = '' } = Member.User;
  const { hasMembersDirectory } = site();
  const messages = config.carriesMessages
    ? email === ''
      ? preferencesText.noEmail
      : say(preferencesText.messagesHint, { email })
    : preferencesText.noMail;
  return (
    <>
      <h3 className="mt-2 text-lg font-semibold">{preferencesText.title}</h3>
      {hasMembersDirectory === true && <p>{preferencesText.members}</p>}
      <ShortForm
        key={ETag}
        id={`audiences-${id}`}
        action={setAudiences}
        path={`${path}?edit=${editAudiences}`}
        hidden={{ id, kind, etag: ETag }}
        fields={[
          ...audienceFields(Member, preferencesText.entry),
          ...Locations.map(precisionField),
          {
            name: audienceInputs.field(id, messagesField),
            label: preferencesText.takesMessages,
            type: 'tick',
            value: String(chosenAudiences(Member).takesMessages),
          },
        ]}
        intro={messages}
        button={preferencesText.save}
        hasRows
        style="main"
      />
    </>
  );
}

function precisionField({
  ID,
  Name = '',
  Address,
  Precision,
}: OwnEntry['Member']['Locations'][number]): ShortField {
  return {
    name: `${precisionPrefix}${ID ?? ''}`,
    label: say(preferencesText.precision, { place: Name || Address || preferencesText.place }),
    hint:
      Name === '' ? preferencesText.precisionHint : say(preferencesText.precisionHintNamed, { name: Name }),
    type: 'choice',
    value: Precision,
    options: locationPrecisionSchema.options.map((one) => ({ ID: one, Name: precisionText[one] })),
  };
}
