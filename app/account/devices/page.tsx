import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { DeviceList } from '@/components/account/device-list';
import { PasskeyList } from '@/components/account/passkey-list';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { withOwnSignIns } from '@/lib/account/own-sign-ins';
import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/http/cookies';
import { devicesText } from '@/lib/messages/own-sign-ins';
import { changePasswordAddress, ownEmailAddress, passkeysAddress } from '@/lib/sso/service-addresses';

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
