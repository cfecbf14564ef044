import { date } from './date-kind';
import { field } from './field';
import { recordId } from './number-kinds';
import { optional, text } from './text-kinds';

export const maxLeavingReason = 1000;

/** `ID` is the membership's ID. `SaidOn` null: nobody has said that they leave. */
export const leavingFields = {
  ID: field('id', recordId),
  SaidOn: field('saidOn', optional(date)),
  /** The last day of the membership at that time. null: it had none. If it moves, nobody leaves any more. */
  LastDay: field('lastDay', optional(date)),
  Reason: field('reason', text(maxLeavingReason)),
};
