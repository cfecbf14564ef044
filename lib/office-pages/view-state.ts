import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface ViewFormState {
  turn: number;
  /** '': the view is new. */
  view: string;
  name: string;
  isShared: boolean;
  refusal: FormRefusal | null;
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
