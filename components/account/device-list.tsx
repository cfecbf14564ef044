import type { OwnSessions } from '@/lib/membership-api/own-sign-ins';
import { formatInstant } from '@/lib/messages/format-instant';
import { devicesText } from '@/lib/messages/own-sign-ins';
import { say, sayAround } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';

export function DeviceList({ sessions, timeZone }: { sessions: OwnSessions; timeZone: string }) {
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
