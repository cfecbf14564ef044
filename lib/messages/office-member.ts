import { familyText } from './office-family';
import { answersText } from './office-answers';
import { locationText } from './office-location';
import { mergeText } from './office-merge';
import { notesText } from './office-notes';

export const memberText = {
  newTitle: 'Add a member',
  add: 'Add a member',
  save: 'Save changes',
  saveNew: 'Add the member',
  saveOwn: 'Save',
  cancel: 'Cancel',
  saved: 'Saved.',
  hidden: 'The member is hidden from the directory.',
  shown: 'The member may be shown in the directory again.',
  audiences: 'Who sees what is saved. The directory follows within a minute.',
  ended: 'The membership is ended.',
  extended: 'The membership is extended.',
  added: 'The member is added.',
  seePublic: 'See what the public sees',
  notPublic: 'The public cannot see this membership now.',
  back: 'All members',
  reason: 'Reason (optional)',
  reasonHint: 'The office sees the reason in the history.',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  choose: 'Choose',
  unchosen: 'must be chosen from the list',
  summary: 'There is a problem',
  problem: '{label} {reason}',
  conflictTitle: 'Somebody else changed this member while you were editing',
  conflictText:
    'Choose for each of these fields which value to keep, and save again. Your other changes are still here.',
  conflictField: '{label}: which value do you want to keep?',
  mine: 'Yours: {value}',
  theirs: 'Saved by somebody else: {value}',
  empty: 'nothing',
  gone: 'This member was removed, or your role no longer lets you see them.',
  notAllowed: 'Your role does not allow this.',
  history: 'History',
  historyEmpty: 'No changes are recorded.',
  facts: 'Other data',
  locations: 'Locations',
  extras: 'Answers',
  addons: 'Addons',
  part: 'Part of',
  parent: 'Membership {id}',
  status: 'Status',
  id: 'ID',
  changed: 'Somebody else changed this member. Look at the values below and try again.',
  changedMeanwhile:
    'Somebody else changed the same data. Open the page in another tab to see the change. To make your change anyway, press the button again.',
  failed: 'This was not saved. Try again.',
  extend: 'Extend to {date}',
  payment: 'Payment received: clear {amount}, extend to {date}',
  paymentOnly: 'Payment received: clear {amount}',
  paymentReason: 'Payment received',
  paid: 'The payment is recorded: nothing is owed, and the last day is set.',
  end: 'End the membership',
  endOn: 'Last day',
  endHint: 'The member can still sign in and see how to renew.',
  endButton: 'End it',
  hide: 'Hide from the directory',
  show: 'Show in the directory again',
  sections: 'Parts of this member',
  seenBy: 'The public sees',
  leaving: 'Leaves',
  leavingSince: 'said so on {day}',
  leavingWhy: 'said so on {day}: {reason}',
  seen: 'this entry',
  unseen: 'nothing',
  newestNote: 'Newest note',
  newest: 'Newest changes',
  undoOne: '{undo}: {what}',
  decide: 'Decide on the application',
  signedInTitle: 'You are signed in',
  signedIn: 'Close this tab, go back to the one with your changes, and save them there.',
} as const;

export const groupText = {
  person: 'Person',
  contact: 'Contact',
  address: 'Address',
  mailing: 'Postal address',
  membership: 'Membership',
  directory: 'Directory',
} as const;

/** The pages of one member. */
export const sectionText = {
  details: 'Details',
  membership: 'Membership',
  directory: 'Directory',
  'sign-in': 'Sign-in',
  notes: 'Notes',
  history: 'History',
} as const;

/** The keys are the names of fields in the API. */
export const fieldHintText = {
  ExpiryDate: 'Empty if it never ends.',
  AmountOutstanding: 'Less than 0 is a credit.',
  Currency: 'Three letters, such as AUD.',
  Introduction: 'At most 2,000 characters. An empty line begins a new paragraph.',
  Services: 'One on each line, at most 2,000 characters.',
  Areas: 'Such as Geelong and the Bellarine.',
  InvoiceURL: 'Empty: as in the settings.',
  PaymentURL: 'Empty: as in the settings.',
} as const;

/** Instead of the text above, if the member is new. */
export const newFieldHintText = { AmountOutstanding: 'Empty: the price of the type.' } as const;

/** What has just happened to the member. The keys are words in the page's address. */
export const doneText = {
  saved: memberText.saved,
  added: memberText.added,
  extended: memberText.extended,
  paid: memberText.paid,
  ended: memberText.ended,
  hidden: memberText.hidden,
  shown: memberText.shown,
  audiences: memberText.audiences,
  changed: memberText.changed,
  failed: memberText.failed,
  merged: mergeText.done,
  moved: familyText.moved,
  left: familyText.left,
  'note-added': notesText.added,
  'note-saved': notesText.saved,
  'note-deleted': notesText.deleted,
  'part-added': familyText.partAdded,
  'company-added': familyText.companyAdded,
  answers: answersText.saved,
  'picture-saved': memberText.saved,
  'location-saved': locationText.saved,
  'location-removed': locationText.removed,
  'no-reminders': 'The member gets no reminders from now on.',
  reminders: 'The member gets reminders again.',
} as const;
