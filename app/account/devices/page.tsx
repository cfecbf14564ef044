import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { withOwnSignIns } from '@/lib/account/own-sign-ins';
import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import type { OwnSessions, OwnPasskeys } from '@/lib/contract/own-sign-ins';
import { formatInstant } from '@/lib/messages/format';
import { devicesText } from '@/lib/messages/account';
import { passkeyText } from '@/lib/messages/sign-in';
import { say, sayAround } from '@/lib/messages/say';
import { changePasswordAddress, ownEmailAddress, passkeysAddress } from '@/lib/account/sso/service-addresses';

export const metadata: Metadata = { title: devicesText.title, robots: { index: false } };

const path = '/account/devices';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DevicesPage({ searchParams }: Props) {
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  const member = await requireSignedIn(path);
  if (member.kind === 'member' && member.standing.isRemoved) return <RemovedAccount />;
  const jar = parseCookies((await headers()).get('cookie'));
  const found = await withOwnSignIns(app, jar, async (client, token) => ({
    sessions: await client.sessions(token),
    passkeys: await client.passkeys(token),
  }));
  if (member.kind !== 'member' || found === null) {
    const kind = member.kind === 'member' ? 'unavailable' : member.kind;
    return <NotAvailable kind={kind} path={path} title={devicesText.title} />;
  }
  const hasEnded = (await searchParams)['ended'] !== undefined;
  const { timeZone } = app.site();
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{devicesText.title}</h1>
      <AccountMenu current={path} />
      {hasEnded && <Notice role="status">{devicesText.ended}</Notice>}
      <section aria-labelledby="email" className="grid justify-items-start gap-3">
        <h2 id="email" className="text-xl font-semibold">
          {devicesText.email}
        </h2>
        <p className="font-medium wrap-anywhere">{member.user.Email || devicesText.noEmail}</p>
        <p>{devicesText.emailHint}</p>
        <a href={ownEmailAddress(app) ?? path} className={buttonStyle('quiet')}>
          {devicesText.changeEmail}
        </a>
      </section>
      <section aria-labelledby="password" className="grid justify-items-start gap-3">
        <h2 id="password" className="text-xl font-semibold">
          {devicesText.password}
        </h2>
        <p>{devicesText.passwordHint}</p>
        <a href={changePasswordAddress(app)} className={buttonStyle('quiet')}>
          {devicesText.changePassword}
        </a>
      </section>
      <PasskeyList passkeys={found.result.passkeys} timeZone={timeZone} changePath={passkeysAddress(app)} />
      <DeviceList sessions={found.result.sessions} timeZone={timeZone} />
    </div>
  );
}

function DeviceList({ sessions, timeZone }: { sessions: OwnSessions; timeZone: string }) {
  return (
    <section aria-labelledby="browsers" className="grid gap-3">
      <h2 id="browsers" className="text-xl font-semibold">
        {devicesText.browsers}
      </h2>
      <p>{sessions.length === 0 ? devicesText.none : devicesText.lead}</p>
      {sessions.length > 0 && (
        <ul className="grid gap-3">
          {sessions.map((session) => (
            <Device key={session.ID} session={session} timeZone={timeZone} />
          ))}
        </ul>
      )}
      <form method="post" action={endPath} className="grid justify-items-start gap-3">
        <p>{devicesText.endAllText}</p>
        <button name="session" value="all" className={buttonStyle('quiet')}>
          {devicesText.endAll}
        </button>
      </form>
    </section>
  );
}

function Device({ session, timeZone }: { session: OwnSessions[number]; timeZone: string }) {
  const device = session.Browser === '' ? devicesText.unknown : session.Browser;
  const time = formatInstant(new Date(session.SignedInAt), timeZone);
  const { before, within, after } = sayAround(devicesText.end, { device, time });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface p-4">
      <div className="min-w-0">
        <p className="font-medium">
          {device}
          {session.IsCurrent && (
            <span className="ml-2 inline-block rounded-full border border-accent px-2 text-sm text-accent">
              {devicesText.current}
            </span>
          )}
        </p>
        <p className="text-sm text-ink-soft">{say(devicesText.signedIn, { time })}</p>
      </div>
      <form method="post" action={endPath}>
        <button name="session" value={session.ID} className={buttonStyle('quiet')}>
          <span>
            {before}
            <span className="sr-only">{within}</span>
            {after}
          </span>
        </button>
      </form>
    </li>
  );
}

const endPath = '/account/devices/end';

interface PasskeyListProps {
  passkeys: OwnPasskeys;
  timeZone: string;
  /** The service's page that changes the passkeys. It needs a recent sign-in. */
  changePath: string | null;
}

function PasskeyList({ passkeys, timeZone, changePath }: PasskeyListProps) {
  return (
    <section aria-labelledby="passkeys" className="grid justify-items-start gap-3">
      <h2 id="passkeys" className="text-xl font-semibold">
        {passkeyText.title}
      </h2>
      <p>{passkeyText.what}</p>
      {passkeys.length === 0 ? (
        <p>{passkeyText.none}</p>
      ) : (
        <ul className="grid w-full gap-3">
          {passkeys.map((passkey) => (
            <Item key={passkey.ID} passkey={passkey} timeZone={timeZone} />
          ))}
        </ul>
      )}
      {changePath !== null && (
        <a href={changePath} className={buttonStyle('quiet')}>
          {passkeyText.change}
        </a>
      )}
    </section>
  );
}

function Item({ passkey, timeZone }: { passkey: OwnPasskeys[number]; timeZone: string }) {
  const { Name, AddedAt, LastUsedAt, StoppedAt } = passkey;
  const time = (at: string) => ({ time: formatInstant(new Date(at), timeZone) });
  return (
    <li className="min-w-0 rounded-xl border border-line bg-surface p-4">
      <p className="font-medium break-words">{Name}</p>
      <p className="text-sm text-ink-soft">
        {say(passkeyText.added, time(AddedAt))}
        {' · '}
        {LastUsedAt === null ? passkeyText.notUsedYet : say(passkeyText.lastUsed, time(LastUsedAt))}
      </p>
      {StoppedAt !== null && (
        <p className="text-sm text-danger">{say(passkeyText.refused, time(StoppedAt))}</p>
      )}
    </li>
  );
}
