import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { CodeText } from '@/components/office/code-text';
import { HealthButton, type HealthAction } from '@/components/office/health-button';
import { HealthQuestions } from '@/components/office/health-questions';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { Notice } from '@/components/ui/notice';
import type { CheckResult, OfficeHealth } from '@/lib/contract/office-health';
import { healthText } from '@/lib/messages/office-pages';
import { say } from '@/lib/messages/say';
import { requireOffice } from '@/lib/office-pages/current-office';
import { formatTime } from '@/lib/office-pages/format-time';
import { healthPath, readHealth, formatBytes } from '@/lib/office-pages/read-health';
import { backUpNow, checkNow, closeQuestions } from './actions';

export const metadata: Metadata = { title: healthText.title };

export default async function HealthPage() {
  const office = await requireOffice(healthPath);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={healthPath} />;
  const health = await readHealth(office);
  if (health === null) notFound();
  return (
    <OfficePage office={office} help="health" current={healthPath} title={healthText.title}>
      <HealthChecks health={health} check={checkNow} />
      <HealthQuestions questions={health.OpenQuestions} close={closeQuestions} />
      <HealthBackups health={health} backUp={backUpNow} />
      <HealthStorage health={health} />
    </OfficePage>
  );
}

function HealthChecks({ health, check }: { health: OfficeHealth; check: HealthAction }) {
  const { LastCheck: last, Check: job } = health;
  return (
    <Panel id="checks" title={healthText.checks}>
      <p className="max-w-prose">{healthText.intro}</p>
      {health.Problems.map((problem) => (
        <Notice key={problem}>{problem}</Notice>
      ))}
      {job.Running && <Notice role="status">{healthText.checking}</Notice>}
      {job.Problem !== null && <Notice>{say(healthText.checkFailed, { reason: job.Problem })}</Notice>}
      {last === null ? (
        <p>{healthText.never}</p>
      ) : (
        <>
          <p>
            {say(healthText.checkedAt, { time: formatTime(last.At) })}{' '}
            <strong>
              {say(healthText.wrong, { count: last.Results.filter(({ Level }) => Level === 'wrong').length })}
            </strong>
          </p>
          <ul className="grid gap-2">
            {[...last.Results].sort(byLevel).map((result) => (
              <Result key={`${result.Subject} ${result.Text}`} result={result} />
            ))}
          </ul>
        </>
      )}
      <HealthButton action={check} text={healthText.check} />
    </Panel>
  );
}

function Result({ result: { Level, Subject, Text, Fix } }: { result: CheckResult }) {
  return (
    <li
      className={`grid gap-1 rounded-lg border px-4 py-2 wrap-anywhere ${Level === 'fine' ? 'border-line' : 'border-warn bg-warn-soft'}`}
    >
      <p>
        <strong>{healthText.level[Level]}</strong> · {Subject}: {Text}
      </p>
      {Fix !== null && <p>{say(healthText.fix, { fix: Fix })}</p>}
    </li>
  );
}

const order = { wrong: 0, note: 1, fine: 2 };

function byLevel(a: CheckResult, b: CheckResult): number {
  return order[a.Level] - order[b.Level];
}

function HealthStorage({ health }: { health: OfficeHealth }) {
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

function HealthBackups({ health, backUp }: { health: OfficeHealth; backUp: HealthAction }) {
  const { LastBackup: last, Backup: job } = health;
  return (
    <Panel id="backups" title={healthText.backups}>
      {job === null ? (
        <p className="max-w-prose">{healthText.ofPostgres}</p>
      ) : (
        <>
          {job.Running && <Notice role="status">{healthText.backingUp}</Notice>}
          {job.Problem !== null && <Notice>{say(healthText.backupFailed, { reason: job.Problem })}</Notice>}
          <p className="wrap-anywhere">
            {last === null
              ? healthText.noBackup
              : say(healthText.lastBackup, {
                  time: formatTime(last.At),
                  size: formatBytes(last.Bytes),
                  folder: last.Folder,
                })}
          </p>
          <p className="max-w-prose">{healthText.backupAdvice}</p>
          <HealthButton action={backUp} text={healthText.backUp} />
        </>
      )}
    </Panel>
  );
}
