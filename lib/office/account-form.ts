import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

/** The result of a button that changes how a member signs in. */
export interface AccountActionState {
  /** null: nothing was done. */
  done: string | null;
  refusal: FormRefusal | null;
  /** The sent form, if it must be shown again because nobody was signed in or the API did not respond. */
  kept: KeptForm | null;
}

export const noAccountAction: AccountActionState = { done: null, refusal: null, kept: null };
