import type { FormRefusal } from './send-form';

/** The form that removes an item of the settings. */
export interface RemovalState {
  /** What has the item, such as "3 memberships": the form asks what happens to them. null: nothing is known to have it. */
  uses: string | null;
  refusal: FormRefusal | null;
}
