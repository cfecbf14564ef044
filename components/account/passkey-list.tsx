import type { OwnPasskeys } from '@/lib/membership-api/own-sign-ins';
import { formatInstant } from '@/lib/messages/format-instant';
import { passkeyText } from '@/lib/messages/passkeys';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';

interface Props {
  passkeys: OwnPasskeys;
  timeZone: string;
  /** The service's page that changes the passkeys. It needs a recent sign-in. */
  changePath: string | null;
}

export function PasskeyList({ passkeys, timeZone, changePath }: Props) {
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
