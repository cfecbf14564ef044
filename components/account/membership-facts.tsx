import type { ReactNode } from 'react';
import { answersByQuestion } from '@/lib/account/answers';
import type { MembershipStanding } from '@/lib/account/standing';
import { formatDay } from '@/lib/account/words';
import type { HeldAddon } from '@/lib/membership-api/resources';
import { FactList } from './fact-list';

/** The particulars of a membership as the association has recorded them; what is empty is left out. */
export function MembershipFacts({ standing }: { standing: MembershipStanding }) {
  const { membership, lastDay } = standing;
  const facts: [string, ReactNode][] = [
    ['Number', membership.MembershipNumber],
    ['Type', membership.MembershipType.Type],
    ['Chapter', membership.Chapter?.Name ?? ''],
    ['Member since', membership.JoiningDate === null ? '' : formatDay(membership.JoiningDate)],
    ['Last day', lastDay === null ? '' : formatDay(lastDay)],
    ...answersByQuestion([...membership.MembershipType.Extras, ...membership.Extras]).map(
      ({ question, answers }): [string, ReactNode] => [question, answers.join(', ')],
    ),
    ['Addons', membership.Addons.length === 0 ? '' : <Addons addons={membership.Addons} />],
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

/** "2 × Journal by post, until 30 June 2027". */
function addonText({ Quantity, Addon, ExpiryDate }: HeldAddon): string {
  const count = Number(Quantity) > 1 ? `${Quantity} × ` : '';
  return `${count}${Addon.Name}${ExpiryDate === null ? '' : `, until ${formatDay(ExpiryDate)}`}`;
}
