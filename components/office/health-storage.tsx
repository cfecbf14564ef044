import type { OfficeHealth } from '@/lib/membership-api/office-health';
import { healthText } from '@/lib/messages/office-health';
import { say } from '@/lib/messages/say';
import { formatBytes } from '@/lib/office/read-health';
import { CodeText } from './code-text';
import { Panel } from './panel';

export function HealthStorage({ health }: { health: OfficeHealth }) {
  const { Engine: engine, DatabaseBytes: bytes, FreeBytes, Version, Changes } = health;
  const rows = [
    [
      healthText.database,
      bytes === null ? engine : say(healthText.databaseSize, { engine, size: formatBytes(bytes) }),
    ],
    [healthText.free, formatBytes(FreeBytes)],
    [healthText.version, Version],
  ] as const;
  return (
    <Panel id="storage" title={healthText.storage}>
      <dl className="grid gap-2 sm:grid-cols-[max-content_1fr] sm:gap-x-6">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {Changes.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 font-medium">{healthText.changes}</summary>
          <div className="grid max-w-prose gap-4 pt-2 wrap-anywhere">
            {Changes.map(({ Title, Items }) => (
              <section key={Title} className="grid gap-2">
                <h3 className="font-semibold">{Title}</h3>
                <ul className="grid list-disc gap-1 pl-5">
                  {Items.map((item) => (
                    <li key={item}>
                      <CodeText text={item} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </details>
      )}
    </Panel>
  );
}
