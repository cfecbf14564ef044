import type { OfficeHealth } from '@/lib/membership-api/office-health';
import { healthText } from '@/lib/messages/office-health';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office/format-time';
import { formatBytes } from '@/lib/office/read-health';
import { Notice } from '../ui/notice';
import { HealthButton, type HealthAction } from './health-button';
import { Panel } from './panel';

export function HealthBackups({ health, backUp }: { health: OfficeHealth; backUp: HealthAction }) {
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
