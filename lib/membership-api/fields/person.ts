import { field, group } from './field';
import { recordId } from './number-kinds';
import { email, optional, text } from './text-kinds';

/** Longer than any real name, place or number. */
const maxWords = 300;

export const addressFields = {
  Address: field('address', optional(text(1000))),
  Suburb: field('suburb', text(maxWords)),
  Postcode: field('postcode', text(maxWords)),
  State: field('state', text(maxWords)),
  Country: field('country', text(maxWords)),
};

/** A person, as the contract's `User`. Our own fields come last, and get their column by a migration. */
export const userFields = {
  FirstName: field('firstName', text(maxWords)),
  LastName: field('lastName', text(maxWords)),
  Title: field('title', text(maxWords)),
  Email: field('email', email),
  Organisation: field('organisation', text(1000)),
  Address: group('address', addressFields, { columnPrefix: '', cellPrefix: '' }),
  MailingAddress: group('mailingAddress', addressFields, {
    columnPrefix: 'mailing_',
    cellPrefix: 'Mailing',
  }),
  Phone: field('phone', text(maxWords)),
  WorkPhone: field('workPhone', text(maxWords)),
  Mobile: field('mobile', text(maxWords)),
};

/** With the ID, as in archives. */
export const personFields = { ...userFields, ID: field('id', recordId, { isReadOnly: true }) };
