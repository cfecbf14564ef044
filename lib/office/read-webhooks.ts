import { officeWebhooksSchema, type OfficeWebhook } from '@/lib/membership-api/office-webhooks';
import type { Office } from './find-office';
import type { FormRefusal } from './send-form';

export const webhooksPath = '/office/webhooks';

/** null: the role of the caller does not include them. */
export async function readWebhooks({ api }: Office): Promise<OfficeWebhook[] | null> {
  const { status, body } = await api.read('webhooks');
  return status === 200 ? officeWebhooksSchema.parse(body).Webhooks : null;
}

/** Its name, or its address if it has none. */
export function nameOfWebhook({ Name, Address }: Pick<OfficeWebhook, 'Name' | 'Address'>): string {
  return Name === '' ? Address : Name;
}

/** The form of a new webhook. */
export interface WebhookFormState {
  turn: number;
  name: string;
  url: string;
  events: readonly string[];
  refusal: FormRefusal | null;
  /** Shown once. */
  secret: string | null;
}

export const newWebhook: WebhookFormState = {
  turn: 0,
  name: '',
  url: '',
  events: ['members', 'people'],
  refusal: null,
  secret: null,
};

/** What one of the buttons of a webhook's page did. */
export interface WebhookActionState {
  /** null: nothing was done. */
  done: string | null;
  secret: string | null;
  refusal: FormRefusal | null;
}
