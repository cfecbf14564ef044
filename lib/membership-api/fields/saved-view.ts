import { field } from './field';
import { flag, recordId } from './number-kinds';
import { requiredText, text } from './text-kinds';

export const maxViewName = 100;
export const maxViewList = 4000;

/** A name for a list of members in the office. `List`: the filters, the order and the columns, as a query. */
export const savedViewFields = {
  ID: field('id', recordId),
  PersonID: field('personId', recordId),
  Name: field('name', requiredText(maxViewName)),
  List: field('list', text(maxViewList)),
  Shared: field('isShared', flag),
};
