import { sitesText } from '@/lib/messages/office-sites';
import {
  discoveryOf,
  isLikely,
  settingsOf,
  softwareList,
  type Connection,
  type Software,
} from '@/lib/office-pages/site-settings';
import { FactList } from '../account/fact-list';
import { Notice } from '../ui/notice';
import { Panel } from './panel';

/** The secret is shown only once. null: the client is public and has no secret. */
export function SiteSecret({ secret }: { secret: string | null }) {
  return (
    <Notice role="status">
      <p className="font-medium">{secret === null ? sitesText.publicTitle : sitesText.secretTitle}</p>
      <p>{secret === null ? sitesText.publicText : sitesText.secretText}</p>
      {secret !== null && (
        <p className="mt-2">
          {sitesText.secret}:{' '}
          <code className="rounded bg-surface px-2 py-1 wrap-anywhere select-all">{secret}</code>
        </p>
      )}
    </Notice>
  );
}

/** @param chosen the ID of the site's software. null: it is not known, and the addresses of the site tell */
export function SiteConnection({ connection, chosen }: { connection: Connection; chosen: string | null }) {
  const { issuer, clientId, secret, redirectUris } = connection;
  const isOpen = (software: Software) =>
    chosen === null ? isLikely(software, redirectUris) : software.id === chosen;
  const inOrder = softwareList.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  return (
    <Panel id="connection" title={sitesText.connection}>
      <FactList
        facts={[
          [sitesText.issuer, issuer],
          [sitesText.discovery, discoveryOf(issuer)],
          [sitesText.clientId, clientId],
          [sitesText.secret, secret ?? sitesText.secretKept],
        ]}
      />
      <h3 className="font-semibold">{sitesText.software}</h3>
      <p>{sitesText.softwareText}</p>
      {inOrder.map((software) => (
        <details key={software.id} open={isOpen(software)}>
          <summary className="min-h-8 cursor-pointer py-1 text-accent underline">{software.name}</summary>
          <FactList
            facts={settingsOf(software, connection, sitesText.secretKept).map(([name, value]) => [
              name,
              value,
            ])}
          />
        </details>
      ))}
    </Panel>
  );
}
