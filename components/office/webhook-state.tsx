import type { OfficeWebhook } from '@/lib/contract/office-webhooks';
import { webhookEventText, webhooksText } from '@/lib/messages/office-webhooks';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office-pages/format-time';

export function WebhookState({ webhook }: { webhook: OfficeWebhook }) {
  const { Address, Events, Disabled: reason, Failures, LastDeliveredAt: last, Waiting } = webhook;
  return (
    <div className="grid gap-1 wrap-anywhere">
      <p>{Address}</p>
      <ul className="text-ink-soft">
        {Events.map((event) => (
          <li key={event}>{webhookEventText[event]}</li>
        ))}
      </ul>
      <p>{last === null ? webhooksText.never : say(webhooksText.delivered, { time: formatTime(last) })}</p>
      {Failures > 0 && <p>{say(webhooksText.failing, { count: Failures })}</p>}
      {Waiting > 0 && <p>{say(webhooksText.waiting, { count: Waiting })}</p>}
      {reason !== null && <p className="font-medium">{say(webhooksText.disabled, { reason })}</p>}
    </div>
  );
}

export function WebhookAttempts({ webhook }: { webhook: OfficeWebhook }) {
  if (webhook.Recent.length === 0) return null;
  return (
    <details>
      <summary className="min-h-8 cursor-pointer py-1 text-accent underline">{webhooksText.recent}</summary>
      <table className="w-full table-fixed border-collapse text-left text-sm">
        <thead className="border-b border-line">
          <tr>
            {[webhooksText.time, webhooksText.type, webhooksText.result, webhooksText.duration].map(
              (text) => (
                <th key={text} scope="col" className="py-1 pr-3 font-medium wrap-anywhere">
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {webhook.Recent.map(({ At, Type, Result, DurationMs }, at) => (
            <tr key={`${At} ${at}`} className="border-b border-line align-top">
              <td className="py-1 pr-3">{formatTime(At)}</td>
              <td className="py-1 pr-3 wrap-anywhere">{Type}</td>
              <td className="py-1 pr-3 wrap-anywhere">{Result}</td>
              <td className="py-1">{DurationMs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
