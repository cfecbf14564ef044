import type { OwnField } from '@/lib/contract/fields/office-fields';
import type { bulkChoiceText } from '@/lib/messages/office-bulk';
import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export type BulkChoice = keyof typeof bulkChoiceText | OwnField;

export interface BulkFormState {
  turn: number;
  value: string;
  reason: string;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const emptyBulkForm: BulkFormState = { turn: 0, value: '', reason: '', refusal: null, kept: null };
