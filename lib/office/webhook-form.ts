/** The forms of systems that are notified of changes. */
import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

/** The form of a new webhook. */
export interface WebhookFormState {
  turn: number;
  name: string;
  url: string;
  events: readonly string[];
  refusal: FormRefusal | null;
  /** Shown once. */
  secret: string | null;
  /** The sent form, if it must be shown again because nobody was signed in or the API did not respond. */
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

/** The result of a button on a webhook's page. */
export interface WebhookActionState {
  /** null: nothing was done. */
  done: string | null;
  secret: string | null;
  refusal: FormRefusal | null;
}
