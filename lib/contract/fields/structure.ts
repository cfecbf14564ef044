import { date } from './date-kind';
import { field } from './field';
import { listedReference, listOf, present, withoutRepeats } from './list-kinds';
import { amount, flag, listedId, recordId, wholeNumber } from './number-kinds';
import { line, optional, requiredLine, text } from './text-kinds';

/**
 * About three printed pages in the directory. The length is limited because the API sends a type's description with
 * each member.
 */
export const maxDescription = 10_000;
export const maxName = 1000;
const maxElements = 1000;

export const chapterFields = {
  ID: field('id', listedId),
  Name: field('name', requiredLine(maxName)),
  // The contact is an email address, a phone number or a web address. The API's list of chapters does not contain the
  // contact.
  Contact: field('contact', line(300), { isLater: true }),
};

export const categoryFields = {
  ID: field('id', listedId),
  Name: field('name', requiredLine(maxName)),
  Description: field('description', text(maxDescription)),
};

export const listedExtraFields = {
  ID: field('id', listedId),
  Question: field('question', requiredLine(maxName)),
  Searchable: field('isSearchable', flag),
  SearchName: field('searchName', line(maxName)),
  AdminOnly: field('isAdminOnly', flag),
  // 0: free text. 1: one option. 2: any number of options. 3: yes or no. 4: a number. 5: a date.
  AnswerType: field('answerType', wholeNumber({ min: 0, max: 5 })),
  Options: field('options', listOf(text(maxName), maxElements)),
};

/** One of the options, or yes or no. */
export function hasOneAnswer(answerType: number): boolean {
  return answerType === 1 || answerType === 3;
}

/** More would make a card too long to compare it with the next one. */
export const maxCardQuestions = 3;

export const officeExtraFields = {
  ...listedExtraFields,
  // If true, valid members see each other's answers to this extra. The extra must then also be admin-only. Clients
  // without access to admin-only extras then do not get the answers.
  MembersOnly: field('isMembersOnly', flag, { isLater: true }),
  // Cards show the answer, of at most `maxCardQuestions` questions.
  OnCard: field('isOnCard', flag, { isLater: true }),
};

export const extraFields = {
  ...officeExtraFields,
  // The options that an import took from members' answers. When an erasure removes the last answer with such an option,
  // the erasure also removes the option.
  OptionsFromAnswers: field('optionsFromAnswers', listOf(text(maxName), maxElements), { isLater: true }),
};

const sold = {
  ID: field('id', listedId),
  Name: field('name', requiredLine(maxName)),
  Cost: field('costThousandths', amount(2)),
  Searchable: field('isSearchable', flag),
  Visible: field('isVisible', flag),
};
const taxed = { GST: field('hasGst', flag) };

export const listedAddonFields = { ...sold, ...taxed };

export const addonFields = { ...listedAddonFields, Description: field('description', text(maxDescription)) };

export const listedTypeFields = {
  ...sold,
  AnniversaryExpiry: field('hasAnniversaryExpiry', flag),
  ...taxed,
};

export const membershipTypeFields = {
  ...listedTypeFields,
  Description: field('description', text(maxDescription)),
  Student: field('isStudent', flag),
  // How many sub-members a company's contact may have. The office may add more. 0: no limit.
  MaxSubMembers: field('maxSubMembers', wholeNumber({ min: 0, max: 100_000 }), { isLater: true }),
  Extras: field('extraIds', withoutRepeats(listOf(listedReference('extra'), maxElements))),
};

/**
 * A seat on a committee. `ChapterID` null: the organisation's own committee. Both dates are inclusive. A date that is
 * null means that the seat has no start or no end.
 */
export const committeeSeatFields = {
  PersonID: field('personId', recordId),
  ChapterID: field(
    'chapterId',
    optional({
      ...recordId,
      read: (value, context) => present('chapter', recordId.read(value, context), context),
    }),
  ),
  StartsOn: field('startsOn', optional(date)),
  EndsOn: field('endsOn', optional(date)),
};
