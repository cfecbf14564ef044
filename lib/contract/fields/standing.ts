import { standings } from '../words';
import { field } from './field';
import { line, oneOf } from './text-kinds';

/** Fields that the contract does not have, and that only whole records have, not the API's lists. */
export const standingFields = {
  Standing: field('standing', oneOf(standings), {
    caption: 'Standing',
    form: ['membership', 8],
    access: 'open',
    isLater: true,
    cell: 'ChapterhouseStanding',
  }),
  /** The status as the file said it from which the member was imported, such as "Pending renewal". */
  StandingWord: field('standingWord', line(300), {
    caption: 'Status in the source',
    form: ['membership', 9],
    access: 'open',
    isLater: true,
    cell: 'ChapterhouseStandingWord',
    notIn: ['bulk', 'merge'],
  }),
};
