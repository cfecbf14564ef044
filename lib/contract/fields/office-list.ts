/**
 * The office's list of members: the fields of a row, and the columns that people can choose. A column of the contract's
 * fields needs one line in each of the two tables, and a heading in `lib/messages/office-members.ts`. Fields that the
 * contract does not have are columns by themselves.
 */
import { financialStatuses } from '../words';
import { date } from './date-kind';
import { field, type Field, type Fields } from './field';
import { listOf, reference } from './list-kinds';
import { maxElements, membershipFields } from './membership';
import { amount, recordId } from './number-kinds';
import { ownEntries, type OwnField } from './office-fields';
import { ownMembershipFields } from './own-membership';
import { addressFields, ownUserFields, userFields } from './person';
import { profileFields } from './profile';
import { standingFields } from './standing';
import { currency, oneOf, text } from './text-kinds';

/** Some callers do not see the field. It is absent from their rows. */
function hideable<F extends Field>(shown: F) {
  return { ...shown, mayBeHidden: true as const };
}

function hideableAll<F extends Fields>(fields: F) {
  const all = Object.entries(fields).map(([name, one]) => [name, { ...one, mayBeHidden: true }]);
  // The cast is safe: the entries are those of `fields`.
  return Object.fromEntries(all) as { [N in keyof F]: F[N] & { mayBeHidden: true } };
}

/**
 * The fields of a row, in the order of the response. A field of the member record is read from its column. `toListRow`
 * in `lib/store/lists/office-list.ts` computes the other fields.
 */
export const officeListFields = {
  ID: membershipFields.ID,
  Kind: membershipFields.Kind,
  PersonID: field('personId', recordId),
  ParentID: membershipFields.ParentID,
  MembershipNumber: membershipFields.MembershipNumber,
  Title: userFields.Title,
  FirstName: userFields.FirstName,
  LastName: userFields.LastName,
  Organisation: userFields.Organisation,
  Email: hideable(userFields.Email),
  Phone: hideable(userFields.Phone),
  WorkPhone: hideable(userFields.WorkPhone),
  Mobile: hideable(userFields.Mobile),
  Address: hideable(field('address', text(1000))),
  Postcode: hideable(addressFields.Postcode),
  MailingStreet: hideable({ ...field('mailingStreet', text(1000)), column: 'mailing_address' as const }),
  MailingSuburb: hideable(field('mailingSuburb', text(1000))),
  MailingPostcode: hideable(field('mailingPostcode', text(1000))),
  MailingState: hideable(field('mailingState', text(1000))),
  MailingCountry: hideable(field('mailingCountry', text(1000))),
  InvoiceURL: hideable(membershipFields.InvoiceURL),
  PaymentURL: hideable(membershipFields.PaymentURL),
  /** The day of the last change. */
  Changed: hideable(field('changedOn', date)),
  Suburb: addressFields.Suburb,
  State: addressFields.State,
  Country: addressFields.Country,
  MembershipType: field('typeId', reference('type', 'Name')),
  Chapter: membershipFields.Chapter,
  Status: hideable(field('status', oneOf(financialStatuses))),
  Checked: membershipFields.Checked,
  ExpiryDate: hideable(membershipFields.ExpiryDate),
  JoiningDate: hideable(membershipFields.JoiningDate),
  AmountOutstanding: hideable(field('amountOutstandingThousandths', amount(2))),
  Currency: field('currency', currency),
  Listed: membershipFields.Directory.inset.Listed,
  Categories: field('categoryIds', listOf(reference('category', 'Name'), maxElements)),
  ...hideableAll(ownUserFields),
  ...hideableAll(ownMembershipFields),
  ...standingFields,
  ...hideableAll(profileFields),
};

/** The columns after the name, in the order in which they are shown, with their fields. */
const contractColumns = {
  number: ['MembershipNumber'],
  type: ['MembershipType'],
  chapter: ['Chapter'],
  kind: ['Kind'],
  status: ['Status'],
  expiry: ['ExpiryDate'],
  joined: ['JoiningDate'],
  owed: ['AmountOutstanding'],
  categories: ['Categories'],
  listed: ['Listed'],
  place: ['Suburb', 'State'],
  address: ['Address', 'Postcode'],
  country: ['Country'],
  mailing: ['MailingStreet', 'MailingSuburb', 'MailingPostcode', 'MailingState', 'MailingCountry'],
  personTitle: ['Title'],
  email: ['Email'],
  phone: ['Phone'],
  mobile: ['Mobile'],
  work: ['WorkPhone'],
  changed: ['Changed'],
  // `list-extras.ts` reads these, because they are not in the table of members.
  signedIn: [],
  invited: [],
} as const satisfies Record<string, readonly (keyof typeof officeListFields)[]>;

export const officeListColumns: Readonly<
  Record<keyof typeof contractColumns | OwnField, readonly (keyof typeof officeListFields)[]>
> = {
  ...contractColumns,
  ...ownEntries('list', ({ name }) => [name]),
};
