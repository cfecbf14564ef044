import { sitesText } from '@/lib/messages/office-sites';
import { settingsBySoftware, discoveryOf, type Connection } from '@/lib/office/site-settings';
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

export function SiteConnection({ connection }: { connection: Connection }) {
  const { issuer, clientId, secret } = connection;
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
      {settingsBySoftware(connection, sitesText.secretKept).map(({ software, settings }) => (
        <details key={software}>
          <summary className="min-h-8 cursor-pointer py-1 text-accent underline">{software}</summary>
          <FactList facts={settings.map(([name, value]) => [name, value])} />
        </details>
      ))}
    </Panel>
  );
}
