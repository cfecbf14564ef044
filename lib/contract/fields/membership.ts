import { z } from 'zod';
import { directoryFields, membersDirectoryFields } from '../directory-fields';
import { date } from './date-kind';
import { field, group, inset, label, type Kind } from './field';
import { listedReference, listOf, present, recordsOf, reference, withoutRepeats } from './list-kinds';
import { locationFields } from './location';
import { amount, flag, quantity, recordId } from './number-kinds';
import { currency, line, oneOf, optional, text, webAddress } from './text-kinds';
import { ownMembershipFields } from './own-membership';
import { personFields } from './person';
import { pictureFields } from './picture';
import { profileFields } from './profile';
import { standingFields } from './standing';
import { maxDescription } from './structure';

/** No real member has so many elements in a list, so a longer list is a mistake. */
export const maxElements = 1000;

export const answerFields = {
  ID: field('extraId', {
    ...recordId,
    read: (value, context) => present('extra', recordId.read(value, context), context),
  }),
  Question: label('extra', 'extraId'),
  Answer: field('answer', text(maxDescription)),
};

export const heldAddonFields = {
  Quantity: field('quantity', quantity, { access: 'open' }),
  ExpiryDate: field('expiryDate', optional(date), { access: 'dates' }),
  Extras: field('answers', recordsOf(answerFields, maxElements), { access: 'answers' }),
  Addon: field('addonId', reference('addon', 'Name'), { access: 'open' }),
};

/** null: the member made no choice. The directory then shows the default fields (docs/decisions.md 37). */
const shownFields: Kind<string[] | null> = optional(namesOf(directoryFields));

function namesOf(names: readonly string[]): Kind<string[]> {
  return {
    ...withoutRepeats(listOf(oneOf(names), maxElements)),
    column: {
      from: (stored) => z.array(z.string()).parse(JSON.parse(String(stored))),
      to: (value) => JSON.stringify(value),
    },
  };
}

export const membershipHeadFields = {
  ID: field('id', recordId, { access: 'open', isReadOnly: true }),
  MembershipNumber: field('membershipNumber', line(300), {
    caption: 'Number',
    form: ['membership', 2],
    access: 'open',
    headers:
      'membernumber memberno memno membershipno number no mitgliedsnummer mitgliednummer mitgliedsnr mitgliednr mglnr numero numeroadherent numerodadherent numerodemembre numadherent noadherent nadherent nmembre',
  }),
  ExpiryDate: field('expiryDate', optional(date), {
    caption: 'Last day',
    form: ['membership', 5],
    access: 'dates',
    headers:
      'expiry expires expirydate expirydt expiredt expiredate expirationdate expiration membershipexpirationdate membershipexpirydate membershipenddate membershipexpires paidto paidthrough paiduntil paidupto validuntil validto renewaldate renewaldue renewby enddate duedate gultigbis bezahltbis ablauf ablaufdatum enddatum mitgliedbis austritt austrittsdatum datedefin datefin finadhesion findadhesion datedexpiration datedecheance echeance valablejusquau valablejusque validejusquau',
  }),
  JoiningDate: field('joiningDate', optional(date), {
    caption: 'Joined',
    form: ['membership', 4],
    access: 'dates',
    headers:
      'joined joindate joindt membersince startdate dateofjoining dateentered eintritt eintrittsdatum mitgliedseit beitritt beitrittsdatum dateadhesion datedadhesion datedentree adherentdepuis membredepuis',
  }),
};

const beforeUser = {
  ...membershipHeadFields,
  Chapter: field('chapterId', optional(reference('chapter', 'Name')), {
    caption: 'Chapter',
    form: ['membership', 3],
    access: 'open',
  }),
  MembershipType: field('typeId', reference('type', 'Type'), {
    caption: 'Membership type',
    form: ['membership', 1],
    access: 'open',
  }),
  // A negative amount is a credit.
  AmountOutstanding: field('amountOutstandingThousandths', amount(3, { mayBeNegative: true }), {
    caption: 'Amount owed',
    form: ['membership', 6],
    access: 'money',
    headers:
      'outstanding balance due amountdue amountowing balancedue balanceowing owing offenerbetrag offen saldo solde montantdu restedu',
  }),
  Addons: field('addons', recordsOf(heldAddonFields, maxElements, 'Addon')),
  Extras: field('answers', recordsOf(answerFields, maxElements), {
    access: 'answers',
    caption: 'Answers',
    own: 'free',
  }),
};

const afterUser = {
  Currency: field('currency', optional(currency), {
    caption: 'Currency',
    form: ['membership', 10],
    access: 'open',
  }),
  InvoiceURL: field('invoiceUrl', optional(webAddress), {
    caption: 'Invoice link',
    form: ['membership', 11],
    isPaymentAddress: true,
    notIn: ['merge'],
    access: 'money',
    headers: 'invoice',
  }),
  PaymentURL: field('paymentUrl', optional(webAddress), {
    caption: 'Payment link',
    form: ['membership', 12],
    isPaymentAddress: true,
    notIn: ['merge'],
    access: 'money',
    headers: 'payment',
  }),
  ...ownMembershipFields,
  Kind: field(
    'kind',
    { ...oneOf(['individual', 'corporate']), cell: 'kind' },
    {
      caption: 'Kind',
      form: ['membership', 0],
      isFixed: true,
      access: 'open',
      headers: 'memberkind contacttype',
    },
  ),
  ParentID: field('parentId', optional(recordId), {
    notIn: ['form', 'merge'],
    access: 'open',
    cell: 'ChapterhouseParentID',
  }),
  Checked: field('isApproved', flag, {
    caption: 'Approved',
    form: ['membership', 7],
    access: 'open',
    cell: 'Approved',
    headers: 'checked membershipenabled',
  }),
  ...standingFields,
  ...profileFields,
  ...pictureFields,
  Categories: field('categoryIds', withoutRepeats(listOf(listedReference('category'), maxElements)), {
    caption: 'Categories',
    form: ['directory', 2],
    access: 'directory',
    own: 'approval',
  }),
  Directory: inset(
    {
      Listed: field('isListed', flag, {
        caption: 'Listed in the directory',
        form: ['directory', 1],
        headers: 'public showindirectory',
      }),
      Show: field('show', shownFields, { column: 'show_fields' }),
      // What members see besides what everybody sees (docs/decisions.md, A3). null: nothing.
      MembersListed: field('isMembersListed', flag, {
        caption: 'Listed for members',
        headers: 'listedformembers visibletomembers showtomembers',
        isLater: true,
        notIn: ['form', 'list', 'filter', 'bulk', 'merge'],
      }),
      ShowMembers: field('showMembers', optional(namesOf(membersDirectoryFields)), {
        column: 'show_members_fields',
        isLater: true,
      }),
    },
    { access: 'directory' },
  ),
  Locations: field('locations', recordsOf(locationFields, maxElements, 'ID'), {
    caption: 'Places',
    own: 'free',
  }),
};

export const membershipFields = { ...beforeUser, ...afterUser };

/** One line of an archive: a membership with its person. */
export const memberFields = {
  ...beforeUser,
  User: group('person', personFields, { columnPrefix: '', cellPrefix: '' }),
  ...afterUser,
};
