import { lookUp } from '@/lib/look-up';
import type { ClientUse } from '@/lib/membership-api/office-clients';
import { refusalText, sitesText } from '@/lib/messages/office-sites';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office/format-time';
import { Panel } from './panel';

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
            {use.Refused.map(({ Reason, Count, LastAt }) => {
              const [what, fix] = lookUp(refusalText, Reason) ?? refusalText.other;
              return (
                <li key={Reason}>
                  <p className="font-medium">{what}</p>
                  <p className="text-ink-soft">
                    {say(sitesText.refusedTimes, { count: Count, time: formatTime(LastAt) })}
                  </p>
                  <p>{fix}</p>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Panel>
  );
}

export function LastUse({ use: { LastUsedAt } }: { use: Pick<ClientUse, 'LastUsedAt'> }) {
  return LastUsedAt === null
    ? sitesText.neverUsed
    : say(sitesText.lastUsed, { time: formatTime(LastUsedAt) });
}
