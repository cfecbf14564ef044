import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface AccountActionState {
  done: string | null;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const noAccountAction: AccountActionState = { done: null, refusal: null, kept: null };
