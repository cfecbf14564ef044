import type { FormRefusal } from './send-form';

/** The form that removes an item of the settings. */
export interface RemovalState {
  /**
   * What uses the item, such as "3 memberships". The form asks what happens to them. null: nothing is known to use it.
   */
  uses: string | null;
  refusal: FormRefusal | null;
}
