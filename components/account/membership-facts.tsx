import type { ReactNode } from 'react';
import { answersByQuestion } from '@/lib/account/extra-answers';
import type { MembershipStanding } from '@/lib/membership-api/standing';
import { formatDay } from '@/lib/messages/format-day';
import type { HeldAddon } from '@/lib/membership-api/resources';
import { factText } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';
import { FactList } from './fact-list';

export function MembershipFacts({ standing }: { standing: MembershipStanding }) {
  const { membership, lastDay } = standing;
  const facts: [string, ReactNode][] = [
    [factText.number, membership.MembershipNumber],
    [factText.type, membership.MembershipType.Type],
    [factText.chapter, membership.Chapter?.Name ?? ''],
    [factText.memberSince, membership.JoiningDate === null ? '' : formatDay(membership.JoiningDate)],
    [factText.lastDay, lastDay === null ? '' : formatDay(lastDay)],
    ...answersByQuestion([...membership.MembershipType.Extras, ...membership.Extras]).map(
      ({ question, answers }): [string, ReactNode] => [question, answers.join(', ')],
    ),
    [factText.addons, membership.Addons.length === 0 ? '' : <Addons addons={membership.Addons} />],
  ];
  return (
    <div className="mt-5 border-t border-line pt-4">
      <FactList facts={facts} />
    </div>
  );
}

function Addons({ addons }: { addons: HeldAddon[] }) {
  return (
    <ul>
      {addons.map((held, index) => (
        <li key={`${held.Addon.ID} ${index}`}>{addonText(held)}</li>
      ))}
    </ul>
  );
}

/** A text such as "2 × Journal by post, until 30 June 2027". */
function addonText({ Quantity, Addon, ExpiryDate }: HeldAddon): string {
  const name =
    Number(Quantity) > 1 ? say(factText.severalOf, { quantity: Quantity, name: Addon.Name }) : Addon.Name;
  return ExpiryDate === null ? name : say(factText.until, { name, date: formatDay(ExpiryDate) });
}
