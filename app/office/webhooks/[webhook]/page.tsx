import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { WebhookActions } from '@/components/office/webhook-actions';
import { WebhookAttempts, WebhookState } from '@/components/office/webhook-state';
import { chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/base/clock';
import { webhooksText } from '@/lib/messages/office-webhooks';
import { requireOffice } from '@/lib/office-pages/current-office';
import { nameOfWebhook, readWebhooks, webhooksPath } from '@/lib/office-pages/read-webhooks';
import { changeWebhook, removeWebhook } from '../actions';

export const metadata: Metadata = { title: webhooksText.title };

interface Props {
  params: Promise<{ webhook: string }>;
}

export default async function WebhookPage({ params }: Props) {
  const { webhook: id } = await params;
  const path = `${webhooksPath}/${id}`;
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const webhook = (await readWebhooks(office))?.find(({ ID }) => ID === id);
  if (webhook === undefined) notFound();
  const { site, clock } = chapterhouse();
  return (
    <OfficePage office={office} help="webhooks" current={webhooksPath} title={nameOfWebhook(webhook)} hasForm>
      <p>
        <a href={webhooksPath} className="text-accent underline">
          {webhooksText.back}
        </a>
      </p>
      <WebhookState webhook={webhook} />
      <WebhookAttempts webhook={webhook} />
      <WebhookActions
        change={changeWebhook}
        remove={removeWebhook}
        webhook={webhook.ID}
        name={nameOfWebhook(webhook)}
        isDisabled={webhook.Disabled !== null}
        today={dateInZone(clock(), site().timeZone)}
      />
    </OfficePage>
  );
}
