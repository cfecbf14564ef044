import { financialStatuses } from '../words';
import { field } from './field';
import { listOf, withoutRepeats } from './list-kinds';
import { listedId, wholeNumber } from './number-kinds';
import {
  addressTemplate,
  email,
  oneOf,
  optional,
  pattern,
  requiredText,
  text,
  timeZone,
  webAddress,
} from './text-kinds';

/** It stands in the middle of sentences and of messages with braces. */
const noun = pattern(
  /^(?:[^\s{}<>#](?:[^{}<>#\n]{0,58}[^\s{}<>#])?)?$/,
  'must be a word or two, such as physiotherapists',
);

export const currency = pattern(/^[A-Z]{3}$/, 'must be a code of three letters, such as AUD');

/** An organisation's settings. Templates contain `{MembershipNumber}` or `{ID}`. */
export const organisationFields = {
  ID: field('id', listedId),
  Name: field('name', requiredText(300)),
  TimeZone: field('timeZone', timeZone),
  // As in members' addresses; '' for members around the world.
  Country: field('country', text(300)),
  Currency: field('currency', currency),
  // The number of last days on which a membership is `expiring`.
  NoticeDays: field('noticeDays', wholeNumber({ min: 0, max: 366 })),
  ListedStatuses: field('listedStatuses', withoutRepeats(listOf(oneOf(financialStatuses), 4))),
  // null: our own accent colour.
  Colour: field('colour', optional(pattern(/^#[0-9a-f]{6}$/i, 'must be a colour as #rrggbb'))),
  LogoURL: field('logoUrl', optional(webAddress)),
  InvoiceURLTemplate: field('invoiceUrlTemplate', optional(addressTemplate)),
  PaymentURLTemplate: field('paymentUrlTemplate', optional(addressTemplate)),
  // What one member and several are called, such as "physiotherapist" and "physiotherapists". '': member, members.
  NounOne: field('nounOne', noun, { isLater: true }),
  NounMany: field('nounMany', noun, { isLater: true }),
  // Gets reports of mistakes, requests for erasure and answers to mails. null: CONTACT_EMAIL.
  ContactEmail: field('contactEmail', optional(email), { isLater: true }),
};
