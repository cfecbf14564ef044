import type { FormRefusal } from './send-form';

/** The form that removes an item of the settings. */
export interface RemovalState {
  /**
   * What uses the item, such as "3 memberships". If this is known, the form asks whether to replace the item or take it
   * away. null: nothing is known to use the item.
   */
  uses: string | null;
  refusal: FormRefusal | null;
}
