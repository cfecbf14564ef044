import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { HealthBackups } from '@/components/office/health-backups';
import { HealthChecks } from '@/components/office/health-checks';
import { HealthQuestions } from '@/components/office/health-questions';
import { HealthStorage } from '@/components/office/health-storage';
import { OfficePage } from '@/components/office/office-page';
import { healthText } from '@/lib/messages/office-health';
import { requireOffice } from '@/lib/office/current-office';
import { healthPath, readHealth } from '@/lib/office/read-health';
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
