import { z } from 'zod';
import { directoryFields } from '../directory-fields';
import { date } from './date-kind';
import { field, group, inset, label } from './field';
import { listedReference, listOf, present, recordsOf, reference, withoutRepeats } from './list-kinds';
import type { Kind } from './kind';
import { locationFields } from './location';
import { amount, flag, quantity, recordId } from './number-kinds';
import { currency } from './organisation';
import { oneOf, optional, text, webAddress } from './text-kinds';
import { ownMembershipFields } from './own-membership';
import { personFields } from './person';
import { maxDescription } from './structure';

/** More than any real member has: a file with more is a mistake. */
const maxElements = 1000;

export const answerFields = {
  ID: field('extraId', {
    ...recordId,
    read: (value, context) => present('extra', recordId.read(value, context), context),
  }),
  Question: label('extra', 'extraId'),
  Answer: field('answer', text(maxDescription)),
};

const heldAddonFields = {
  Quantity: field('quantity', quantity),
  ExpiryDate: field('expiryDate', optional(date)),
  Extras: field('answers', recordsOf(answerFields, maxElements)),
  Addon: field('addonId', reference('addon', 'Name')),
};

/** What the member chose to show; null: the defaults of docs/decisions.md 37. */
const shownFields: Kind<string[] | null> = optional({
  ...withoutRepeats(listOf(oneOf(directoryFields), maxElements)),
  column: {
    from: (stored) => z.array(z.string()).parse(JSON.parse(String(stored))),
    to: (value) => JSON.stringify(value),
  },
});

/** The fields of the contract's membership before its `Status`. */
export const membershipHeadFields = {
  ID: field('id', recordId, { isReadOnly: true }),
  MembershipNumber: field('membershipNumber', text(300)),
  ExpiryDate: field('expiryDate', optional(date)),
  JoiningDate: field('joiningDate', optional(date)),
};

/** The fields before its `User`. */
const beforeUser = {
  ...membershipHeadFields,
  Chapter: field('chapterId', optional(reference('chapter', 'Name'))),
  MembershipType: field('typeId', reference('type', 'Type')),
  // Below zero: a credit.
  AmountOutstanding: field('amountOutstandingThousandths', amount(3, { mayBeNegative: true })),
  Addons: field('addons', recordsOf(heldAddonFields, maxElements, 'Addon')),
  Extras: field('answers', recordsOf(answerFields, maxElements)),
};

const afterUser = {
  Currency: field('currency', optional(currency)),
  InvoiceURL: field('invoiceUrl', optional(webAddress)),
  PaymentURL: field('paymentUrl', optional(webAddress)),
  ...ownMembershipFields,
  Kind: field('kind', oneOf(['individual', 'corporate'])),
  ParentID: field('parentId', optional(recordId)),
  Checked: field('isApproved', flag, { cell: 'Approved' }),
  Categories: field('categoryIds', withoutRepeats(listOf(listedReference('category'), maxElements))),
  Directory: inset({
    Listed: field('isListed', flag),
    Show: field('show', shownFields, { column: 'show_fields' }),
  }),
  Locations: field('locations', recordsOf(locationFields, maxElements, 'ID')),
};

export const membershipFields = { ...beforeUser, ...afterUser };

/** A membership with its person: one line of an archive. */
export const memberFields = {
  ...beforeUser,
  User: group('person', personFields, { columnPrefix: '', cellPrefix: '' }),
  ...afterUser,
};
