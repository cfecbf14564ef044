import type { Standing } from '@/lib/membership-api/standing';
import { accountText } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';

export function StandingSummary({ standing, association }: { standing: Standing; association: string }) {
  const { committeeChapter } = standing;
  return (
    <p className="text-lg">
      {say(summary(standing), { association })}
      {committeeChapter !== null && ` ${say(accountText.onCommittee, { chapter: committeeChapter.Name })}`}
    </p>
  );
}

function summary({ isMember, memberships }: Standing) {
  if (isMember) return accountText.isMember;
  if (memberships.length === 0) return accountText.hasNone;
  const hasLapsed = memberships.some(({ state }) => state === 'expired' || state === 'owing');
  return hasLapsed ? accountText.hasLapsed : accountText.isNotValid;
}
