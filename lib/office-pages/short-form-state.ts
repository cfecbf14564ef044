import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface ShortFormState {
  /**
   * This number increases with each response. Forms use it as a React key. A new key makes React create the inputs
   * again, with the values that were sent.
   */
  turn: number;
  values: Readonly<Record<string, string>>;
  /** null at first. After the member was changed by somebody else, this is the entity tag of the changed member. */
  etag: string | null;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const emptyShortForm: ShortFormState = {
  turn: 0,
  values: {},
  etag: null,
  refusal: null,
  kept: null,
};

export type ShortFormAction = (state: ShortFormState, form: FormData) => Promise<ShortFormState>;
