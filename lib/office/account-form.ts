import type { FormRefusal } from './send-form';

/** What one of the buttons about a member's sign-in did. */
export interface AccountActionState {
  /** null: nothing was done. */
  done: string | null;
  refusal: FormRefusal | null;
}
