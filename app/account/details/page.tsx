import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { OwnFields } from '../public-entry/own-fields';
import { RemovedAccount } from '@/components/account/removed-account';
import { KeptForm } from '@/components/office/kept-form';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { findOwnDoor, readOwnEntries } from '@/lib/office-pages/own-entry';
import { chapterhouse } from '@/lib/chapterhouse';
import { ownEntryText } from '@/lib/messages/own-entry';
import { isFormWithoutSession } from '@/lib/office-pages/current-office';
import { emptyState } from '@/lib/office-pages/save-member';
import { ownEmailAddress } from '@/lib/account/sso/service-addresses';
import { saveOwnDetails } from '../public-entry/actions';

export const metadata: Metadata = { title: ownEntryText.detailsTitle, robots: { index: false } };

const path = '/account/details';
const title = ownEntryText.detailsTitle;

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DetailsPage({ searchParams }: Props) {
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  const { edit = '', done } = await searchParams;
  if (await isFormWithoutSession(findOwnDoor))
    return <KeptForm action={saveOwnDetails} start={emptyState} path={`${path}?edit=${String(edit)}`} />;
  const member = await requireSignedIn(path);
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  const entries = await readOwnEntries(app);
  if (entries === null) return <NotAvailable kind="unavailable" path={path} title={title} />;
  // The address is the person's, so every membership of the person has the same one.
  const [entry] = entries.Members;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <AccountMenu current={path} />
      {done === 'saved' && <Notice role="status">{ownEntryText.savedDetails}</Notice>}
      <p className="max-w-prose text-ink-soft">{ownEntryText.detailsIntro}</p>
      <div className="rounded-xl border border-line bg-surface p-5">
        {entry !== undefined &&
          (['address', 'mailing'] as const).map((part) => (
            <OwnFields
              key={part}
              part={part}
              entry={entry}
              entries={entries}
              edit={String(edit)}
              path={path}
              of=""
              action={saveOwnDetails}
            />
          ))}
        <section aria-labelledby="email-title" className="grid gap-1 py-4 last:pb-0">
          <h2 id="email-title" className="font-semibold">
            {ownEntryText.email}
          </h2>
          <p className="wrap-anywhere">{member.user.Email}</p>
          <p className="text-sm text-ink-soft">{ownEntryText.emailHint}</p>
          <p>
            <a href={ownEmailAddress(app) ?? path} className="text-accent underline">
              {ownEntryText.changeEmail}
            </a>
          </p>
        </section>
      </div>
    </div>
  );
}
