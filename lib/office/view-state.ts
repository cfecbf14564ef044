import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

/** The form of a saved view that was sent last. */
export interface ViewFormState {
  turn: number;
  /** The view's ID. '': it is new. */
  view: string;
  name: string;
  isShared: boolean;
  /** null: no form was sent yet. */
  refusal: FormRefusal | null;
  /** The sent form, if it must be shown again because nobody was signed in or the API did not respond. */
  kept: KeptForm | null;
}

export const noViewForm: ViewFormState = {
  turn: 0,
  view: '',
  name: '',
  isShared: false,
  refusal: null,
  kept: null,
};
