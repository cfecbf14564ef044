import type { FormRefusal } from './send-form';

/** The state of a form that removes an item of the settings. */
export interface RemovalState {
  /**
   * What uses the item, such as "3 memberships". The form then asks whether to replace the item or take it away. null:
   * nothing uses it, as far as is known.
   */
  uses: string | null;
  refusal: FormRefusal | null;
}
