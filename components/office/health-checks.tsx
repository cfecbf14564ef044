import type { CheckResult, OfficeHealth } from '@/lib/membership-api/office-health';
import { healthText } from '@/lib/messages/office-health';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office/format-time';
import { Notice } from '../ui/notice';
import { HealthButton, type HealthAction } from './health-button';
import { Panel } from './panel';

export function HealthChecks({ health, check }: { health: OfficeHealth; check: HealthAction }) {
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
