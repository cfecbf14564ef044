import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface WebhookFormState {
  turn: number;
  name: string;
  url: string;
  events: readonly string[];
  refusal: FormRefusal | null;
  /** Shown only once. */
  secret: string | null;
  kept: KeptForm | null;
}

export const newWebhook: WebhookFormState = {
  turn: 0,
  name: '',
  url: '',
  events: ['members', 'people'],
  refusal: null,
  secret: null,
  kept: null,
};

export interface WebhookActionState {
  done: string | null;
  secret: string | null;
  refusal: FormRefusal | null;
}
