import { field } from './field';
import { recordsOf } from './list-kinds';
import { recordId } from './number-kinds';

/** `ID` and `Others` are IDs of persons. The others are not the same human, and their IDs are higher. */
export const distinctFields = {
  ID: field('id', recordId),
  Others: field('others', recordsOf({ PersonID: field('personId', recordId) }, 1000)),
};
