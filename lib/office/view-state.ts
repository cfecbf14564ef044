import type { FormRefusal } from './send-form';

/** A form of a saved view, as it is shown. */
export interface ViewFormState {
  turn: number;
  name: string;
  isShared: boolean;
  refusal: FormRefusal | null;
}
