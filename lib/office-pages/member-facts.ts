import { lookUp } from '@/lib/base/look-up';
import { answersByQuestion } from '@/lib/account/extra-answers';
import type { OfficeMember } from '@/lib/contract/office';
import { factText } from '@/lib/messages/account';
import { formatDay } from '@/lib/messages/format';
import { standingText } from '@/lib/messages/office-members';
import { captionOf } from './member-form';

export function memberName({ ID: id, User: user }: OfficeMember): string {
  const person = [user.Title, user.FirstName, user.LastName].filter((part) => part).join(' ');
  return person || user.Organisation || user.Email || id;
}

export function memberFacts(member: OfficeMember): [name: string, value: string][] {
  const { User: user } = member;
  const day = (date: string | null | undefined) => (date ? formatDay(date) : '');
  const { Address: address } = user;
  const place = ['Address', 'Suburb', 'State', 'Postcode', 'Country']
    .map((name) => lookUp(address, name) ?? '')
    .filter((part) => part !== '')
    .join(', ');
  return [
    [factText.organisation, user.Organisation ?? ''],
    [factText.email, user.Email ?? ''],
    [factText.phone, user.Phone ?? ''],
    [factText.workPhone, user.WorkPhone ?? ''],
    [factText.mobile, user.Mobile ?? ''],
    [factText.address, place],
    [factText.number, member.MembershipNumber],
    [factText.type, member.MembershipType.Type],
    [factText.chapter, member.Chapter?.Name ?? ''],
    [captionOf('Standing'), member.Standing === 'none' ? '' : standingText[member.Standing]],
    [captionOf('StandingWord'), member.StandingWord],
    [factText.memberSince, day(member.JoiningDate)],
    [factText.lastDay, day(member.ExpiryDate)],
    ...answersByQuestion([...member.MembershipType.Extras, ...member.Extras]).map(
      ({ question, answers }): [string, string] => [question, answers.join(', ')],
    ),
  ];
}
