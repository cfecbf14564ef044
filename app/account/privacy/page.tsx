import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { KeptForm } from '@/components/office/kept-form';
import { ShortForm } from '@/components/office/short-form';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { nameOfMembership } from '@/lib/account/words';
import { chapterhouse } from '@/lib/chapterhouse';
import type { OwnEntries } from '@/lib/contract/own-entries';
import type { Standing } from '@/lib/contract/standing';
import { privacyText as text } from '@/lib/messages/leaving';
import { say } from '@/lib/messages/say';
import { isFormWithoutSession } from '@/lib/office-pages/current-office';
import { findOwnDoor, readOwnEntries } from '@/lib/office-pages/own-entry';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { ownDataAddress, preferencesAddress } from '@/lib/account/sso/service-addresses';
import { setListed } from '../leaving/actions';

export const metadata: Metadata = { title: text.title, robots: { index: false } };

const path = '/account/privacy';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PrivacyPage({ searchParams }: Props) {
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  if (await isFormWithoutSession(findOwnDoor))
    return <KeptForm action={setListed} start={emptyShortForm} path={path} />;
  const member = await requireSignedIn(path);
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={text.title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  const entries = await readOwnEntries(app);
  if (entries === null) return <NotAvailable kind="unavailable" path={path} title={text.title} />;
  const { done } = await searchParams;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{text.title}</h1>
      <AccountMenu current={path} />
      {(done === 'listed' || done === 'unlisted') && <Notice role="status">{text[done]}</Notice>}
      <Consent standing={member.standing} entries={entries} preferences={preferencesAddress(app)} />
      <section aria-labelledby="held" className="grid gap-3 rounded-xl border border-line bg-surface p-5">
        <h2 id="held" className="text-xl font-semibold">
          {text.held}
        </h2>
        <p>{text.heldText}</p>
        <p>
          <a href={ownDataAddress(app) ?? '/account'} className={buttonStyle('quiet')}>
            {text.seeHeld}
          </a>
        </p>
        <p>{text.erasureText}</p>
        <p>
          <a href={`${ownDataAddress(app) ?? '/account'}#erasure`} className={buttonStyle('quiet')}>
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
function Consent({
  standing,
  entries,
  preferences,
}: {
  standing: Standing;
  entries: OwnEntries;
  preferences: string | null;
}) {
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
        {preferences !== null && (
          <p>
            <a href={preferences} className="text-accent underline">
              {text.choose}
            </a>
          </p>
        )}
      </section>
    );
  });
}
