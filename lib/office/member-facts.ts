import { answersByQuestion } from '@/lib/account/extra-answers';
import type { MemberResource } from '@/lib/membership-api/resources';
import { factText } from '@/lib/messages/account';
import { formatDay } from '@/lib/messages/format-day';

export function memberName({ ID: id, User: user }: MemberResource): string {
  const person = [user.Title, user.FirstName, user.LastName].filter((part) => part !== '').join(' ');
  return person || user.Organisation || user.Email || id;
}

/** The office's data about a member, as a list of facts. Empty values are ''. */
export function memberFacts(member: MemberResource): [name: string, value: string][] {
  const { User: user } = member;
  const day = (date: string | null) => (date === null ? '' : formatDay(date));
  const place = (address: Partial<MemberResource['User']['Address']> | undefined) =>
    [address?.Address, address?.Suburb, address?.State, address?.Postcode, address?.Country]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(', ');
  return [
    [factText.organisation, user.Organisation],
    [factText.email, user.Email],
    [factText.phone, user.Phone],
    [factText.workPhone, user.WorkPhone],
    [factText.mobile, user.Mobile],
    [factText.address, place(user.Address)],
    [factText.number, member.MembershipNumber],
    [factText.type, member.MembershipType.Type],
    [factText.chapter, member.Chapter?.Name ?? ''],
    [factText.memberSince, day(member.JoiningDate)],
    [factText.lastDay, day(member.ExpiryDate)],
    ...answersByQuestion([...member.MembershipType.Extras, ...member.Extras]).map(
      ({ question, answers }): [string, string] => [question, answers.join(', ')],
    ),
  ];
}
