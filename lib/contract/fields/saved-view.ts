import { field } from './field';
import { flag, recordId } from './number-kinds';
import { requiredLine, text } from './text-kinds';

export const maxViewName = 100;
export const maxViewList = 4000;

/** `List` is the query of the list: its filters, order and columns. */
export const savedViewFields = {
  ID: field('id', recordId),
  PersonID: field('personId', recordId),
  Name: field('name', requiredLine(maxViewName)),
  List: field('list', text(maxViewList)),
  Shared: field('isShared', flag),
};
