import { audienceText } from './preferences';

/** The journal's names for changes to many members. */
export const bulkSourceText = {
  approve: 'approved together',
  end: 'last day {date}, for many members',
  chapter: 'chapter {name}, for many members',
  noChapter: 'no chapter, for many members',
  place: 'placed on the map by town, for many members',
  invite: 'invitations',
  MembershipType: 'type {value}, for many members',
  ExpiryDate: 'last day {value}, for many members',
  JoiningDate: 'joined {value}, for many members',
  AmountOutstanding: 'amount owed {value}, for many members',
  Listed: 'who sees the entry: {value}, for many members',
  AddCategory: 'category {value} added to many members',
  RemoveCategory: 'category {value} removed from many members',
  State: 'state {value}, for many members',
  own: '{caption} {value}, for many members',
  Country: 'country {value}, for many members',
} as const;

/** The values of a change of `Listed`, with their words. */
export const bulkListings: readonly (readonly [value: string, text: string])[] = [
  ['true', audienceText.everybody],
  ['members', audienceText.members],
  ['false', audienceText.office],
];
