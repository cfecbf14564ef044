import { lookUp } from '@/lib/base/look-up';
import type { ClientUse } from '@/lib/contract/office-clients';
import { refusalText, sentText, sitesText } from '@/lib/messages/office-sites';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office-pages/format-time';
import { Panel } from './panel';

type Refusal = ClientUse['Refused'][number];

export function SiteUse({ use }: { use: ClientUse }) {
  return (
    <Panel id="use" title={sitesText.useTitle}>
      <p>
        <LastUse use={use} />
      </p>
      {use.Refused.length === 0 ? (
        <p>{sitesText.nothingRefused}</p>
      ) : (
        <>
          <p>{sitesText.refused}</p>
          <ul className="grid gap-3">
            {use.Refused.map(({ Reason, Count, LastAt, Latest }) => {
              const [what, fix] = lookUp(refusalText, Reason) ?? refusalText.other;
              return (
                <li key={Reason}>
                  <p className="font-medium">{what}</p>
                  <p className="text-ink-soft">
                    {say(sitesText.refusedTimes, { count: Count, time: formatTime(LastAt) })}
                  </p>
                  <p>{fix}</p>
                  <LatestRefusals reason={Reason} latest={Latest} />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Panel>
  );
}

function LatestRefusals({ reason, latest }: { reason: string; latest: Refusal['Latest'] }) {
  if (latest.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">{sitesText.latest}</summary>
      {isByStrangers(reason) && <p className="text-ink-soft">{sitesText.latestHint}</p>}
      <ul className="mt-2 grid gap-2">
        {latest.map(({ At, Sent, Count }) => (
          <li key={`${At} ${Sent}`}>
            <p className="text-ink-soft">
              {Count === 1
                ? formatTime(At)
                : say(sitesText.latestTimes, { count: Count, time: formatTime(At) })}
            </p>
            <p className="wrap-anywhere">{describeSent(reason, Sent)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Only a person who has signed in causes these two reasons. Everything else can be sent by anybody. */
function isByStrangers(reason: string): boolean {
  return reason !== 'rules' && reason !== 'not fetched';
}

function describeSent(reason: string, sent: string): string {
  const known = lookUp(lookUp(sentText, reason) ?? {}, sent);
  if (known !== undefined) return known;
  if (reason === 'redirect address') return say(sitesText.sentAddress, { sent });
  return reason === 'invalid_scope' ? say(sitesText.askedScope, { sent }) : sent;
}

export function LastUse({ use: { LastUsedAt } }: { use: Pick<ClientUse, 'LastUsedAt'> }) {
  return LastUsedAt === null
    ? sitesText.neverUsed
    : say(sitesText.lastUsed, { time: formatTime(LastUsedAt) });
}
