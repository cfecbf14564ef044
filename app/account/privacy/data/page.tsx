import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { Panel } from '@/components/office/panel';
import { RecentSignIn } from '@/components/office/recent-sign-in';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Tick } from '@/components/ui/tick';
import { requireSignedIn } from '@/lib/account/current-member';
import { findSession } from '@/lib/account/sso/session';
import { parseCookies } from '@/lib/base/http/cookies';
import { chapterhouse } from '@/lib/chapterhouse';
import type { OwnDataPage } from '@/lib/contract/own-data';
import { formatDay } from '@/lib/messages/format';
import { ownDataText as text } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';

export const metadata: Metadata = { title: text.title, robots: { index: false } };

const path = '/account/privacy/data';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Removed persons see this page too (docs/decisions.md, J7). */
export default async function OwnDataPage({ searchParams }: Props) {
  const app = chapterhouse();
  if (app.ownData === null) notFound();
  const member = await requireSignedIn(path);
  const session = await findSession(app, parseCookies((await headers()).get('cookie')));
  const data = session === null ? null : await app.ownData.read(session.accessToken);
  if (member.kind !== 'member' || data === null) {
    const kind = member.kind === 'member' ? 'unavailable' : member.kind;
    return <NotAvailable kind={kind} path={path} title={text.title} />;
  }
  const organisation = app.site().name;
  const { done } = await searchParams;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight wrap-anywhere">
        {data.isRemoved ? say(text.removedTitle, { organisation }) : text.title}
      </h1>
      {!data.isRemoved && <AccountMenu current="/account/privacy" />}
      <Done done={done} data={data} organisation={organisation} />
      <p>
        {say(text.signedInAs, { name: data.name })}
        {data.isRemoved && ` ${say(text.removed, { organisation })}`}
      </p>
      {data.isRecent ? (
        <>
          <Download data={data} />
          <Erasure data={data} organisation={organisation} isUnticked={done === 'unticked'} />
        </>
      ) : (
        <RecentSignIn path={path} title={text.confirmTitle} why={text.confirm} />
      )}
      <History data={data} />
      {!data.isRemoved && (
        <p>
          <a href="/account/privacy" className="text-accent underline">
            {text.back}
          </a>
        </p>
      )}
    </div>
  );
}

/** Says what was done, if it was: a form of somebody else, or after too long a time, does nothing. */
function Done({
  done,
  data: { requestedOn },
  organisation,
}: {
  done: unknown;
  data: OwnDataPage;
  organisation: string;
}) {
  if (done === 'sent' && requestedOn !== null)
    return <Notice role="status">{say(text.sent, { organisation })}</Notice>;
  if (done === 'withdrawn' && requestedOn === null) return <Notice role="status">{text.withdrawn}</Notice>;
  return null;
}

const sendPath = `${path}/send`;

function Hidden({ personId, what }: Pick<OwnDataPage, 'personId'> & { what: string }) {
  return (
    <>
      <input type="hidden" name="person" value={personId} />
      <input type="hidden" name="do" value={what} />
    </>
  );
}

function Download({ data: { personId } }: { data: OwnDataPage }) {
  return (
    <Panel id="download" title={text.download}>
      <p>{text.downloadText}</p>
      <form method="post" action={sendPath} className="flex flex-wrap gap-3">
        <Hidden personId={personId} what="download" />
        <button name="format" value="html" className={buttonStyle('main')}>
          {text.downloadPage}
        </button>
        <button name="format" value="json" className={buttonStyle('quiet')}>
          {text.downloadJson}
        </button>
      </form>
    </Panel>
  );
}

function Erasure({
  data: { personId, requestedOn },
  organisation,
  isUnticked,
}: {
  data: OwnDataPage;
  organisation: string;
  isUnticked: boolean;
}) {
  const isOpen = requestedOn !== null;
  return (
    <Panel id="erasure" title={text.erasure}>
      <p>
        {isOpen
          ? say(text.requested, { date: formatDay(requestedOn), organisation })
          : say(text.erasureText, { organisation })}
      </p>
      {!isOpen && isUnticked && <Notice role="alert">{text.understoodMissing}</Notice>}
      <form method="post" action={sendPath} className="grid justify-items-start gap-3">
        <Hidden personId={personId} what={isOpen ? 'withdraw' : 'request'} />
        {!isOpen && (
          <Tick name="understood" value="on">
            {text.understood}
          </Tick>
        )}
        <button className={buttonStyle('quiet')}>{isOpen ? text.withdraw : text.send}</button>
      </form>
    </Panel>
  );
}

function History({ data: { history, hasMoreHistory, waitSeconds } }: { data: OwnDataPage }) {
  return (
    <Panel id="history" title={text.history}>
      {history === null ? (
        <p>{say(text.tooMany, { minutes: Math.ceil(waitSeconds / 60) })}</p>
      ) : history.length === 0 ? (
        <p>{text.noHistory}</p>
      ) : (
        <>
          {hasMoreHistory && <p className="text-ink-soft">{say(text.newest, { count: history.length })}</p>}
          <ul className="w-full divide-y divide-line">
            {history.map(({ day, by, what }, at) => (
              <li key={at} className="py-2 wrap-anywhere">
                <span className="block text-sm text-ink-soft">
                  {formatDay(day)}, {by}
                </span>
                {what}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
