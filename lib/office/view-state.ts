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
  /** The form as it was sent, if there was no session for it. */
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
