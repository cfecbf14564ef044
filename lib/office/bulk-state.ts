/** The form that asks for a change to many members, as it is shown. Browsers load this file. */
import type { bulkChoiceText } from '@/lib/messages/office-bulk';
import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export type BulkChoice = keyof typeof bulkChoiceText;

export interface BulkFormState {
  turn: number;
  value: string;
  reason: string;
  refusal: FormRefusal | null;
  /** The sent form, if it must be shown again because nobody was signed in or the API did not respond. */
  kept: KeptForm | null;
}

export const emptyBulkForm: BulkFormState = { turn: 0, value: '', reason: '', refusal: null, kept: null };
