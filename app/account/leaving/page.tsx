import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { KeptForm } from '@/components/office/kept-form';
import { ShortForm } from '@/components/office/short-form';
import { requireSignedIn } from '@/lib/account/current-member';
import { mayLeave, nameOfMembership } from '@/lib/account/words';
import { chapterhouse } from '@/lib/chapterhouse';
import { maxLeavingReason } from '@/lib/contract/fields/leaving';
import type { MembershipStanding } from '@/lib/contract/standing';
import { formatDay } from '@/lib/messages/format';
import { leavingText as text } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';
import { isFormWithoutSession } from '@/lib/office-pages/current-office';
import { findOwnDoor, readOwnEntries } from '@/lib/office-pages/own-entry';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { leave } from './actions';

export const metadata: Metadata = { title: text.title, robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function LeavingPage({ searchParams }: Props) {
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  const of = String((await searchParams)['of'] ?? '');
  const path = `/account/leaving?of=${encodeURIComponent(of)}`;
  if (await isFormWithoutSession(findOwnDoor))
    return <KeptForm action={leave} start={emptyShortForm} path={path} />;
  const member = await requireSignedIn(path);
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={text.title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  const entries = await readOwnEntries(app);
  if (entries === null) return <NotAvailable kind="unavailable" path={path} title={text.title} />;
  const standing = member.standing.memberships.find(({ membership }) => membership.ID === of);
  const isLeaving = entries.Members.some(({ Member, Leaving }) => Member.ID === of && Leaving !== null);
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{text.title}</h1>
      <AccountMenu current="/account" />
      {standing === undefined || isLeaving || !mayLeave(standing) ? (
        <p>{text.nothing}</p>
      ) : (
        <Leave standing={standing} path={path} />
      )}
      <p>
        <a href="/account" className="text-accent underline">
          {text.back}
        </a>
      </p>
    </div>
  );
}

function Leave({ standing, path }: { standing: MembershipStanding; path: string }) {
  const { membership, kind, lastDay } = standing;
  const name = nameOfMembership(standing);
  const day = lastDay === null ? '' : formatDay(lastDay);
  const { staff, ...ofEverybody } = text.loses;
  const loses = [...Object.values(ofEverybody), ...(kind === 'corporate' ? [staff] : [])];
  return (
    <div className="grid gap-4 rounded-xl border border-line bg-surface p-5">
      <p className="text-lg wrap-anywhere">
        {lastDay === null ? say(text.introNoDay, { name }) : say(text.intro, { name, day })}
      </p>
      <p>{text.until}</p>
      <div>
        <p>{text.after}</p>
        <ul className="list-disc pl-5">
          {loses.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      <p>{text.keeps}</p>
      <ShortForm
        id="leave"
        action={leave}
        path={path}
        hidden={{ id: membership.ID, lastDay: lastDay ?? '' }}
        fields={[
          {
            name: 'reason',
            label: text.reason,
            hint: say(text.reasonHint, { max: maxLeavingReason }),
            type: 'lines',
          },
        ]}
        button={lastDay === null ? text.buttonNoDay : say(text.button, { day })}
        style="main"
      />
    </div>
  );
}
