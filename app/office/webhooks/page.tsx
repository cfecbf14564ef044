import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { WebhookForm } from '@/components/office/webhook-form';
import { WebhookState } from '@/components/office/webhook-state';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { webhooksText } from '@/lib/messages/office-webhooks';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { nameOfWebhook, readWebhooks, webhooksPath } from '@/lib/office-pages/read-webhooks';
import { newWebhook } from '@/lib/office-pages/webhook-form';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { addWebhook } from './actions';

export const metadata: Metadata = { title: webhooksText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WebhooksPage({ searchParams }: Props) {
  const office = await requireOfficeOrForm(webhooksPath);
  if (office.kind === 'kept') return <KeptForm action={addWebhook} start={newWebhook} path={webhooksPath} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={webhooksPath} />;
  const webhooks = await readWebhooks(office);
  if (webhooks === null) notFound();
  const { removed } = await searchParams;
  const isRecent = isSignInRecent(office.me, chapterhouse().clock());
  return (
    <OfficePage office={office} help="webhooks" current={webhooksPath} title={webhooksText.title} hasForm>
      {typeof removed === 'string' && (
        <Notice role="status">{say(webhooksText.removed, { name: removed })}</Notice>
      )}
      <p className="max-w-prose">{webhooksText.intro}</p>
      {webhooks.length === 0 && <p>{webhooksText.none}</p>}
      <ul data-rows className="grid gap-3">
        {webhooks.map((webhook) => (
          <li key={webhook.ID} className="rounded-lg border border-line bg-surface px-4 py-3 wrap-anywhere">
            <a
              href={`${webhooksPath}/${webhook.ID}`}
              className="inline-block py-1 font-medium text-accent underline"
            >
              {nameOfWebhook(webhook)}
            </a>
            <WebhookState webhook={webhook} />
          </li>
        ))}
      </ul>
      <WebhookForm action={addWebhook} path={webhooksPath} signInPath={isRecent ? null : webhooksPath} />
    </OfficePage>
  );
}
