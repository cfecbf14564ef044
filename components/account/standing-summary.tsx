import type { Standing } from '@/lib/account/standing';

/** The answer to "am I a member?", before all particulars. */
export function StandingSummary({ standing, association }: { standing: Standing; association: string }) {
  return (
    <p className="text-lg">
      {summary(standing, association)}
      {standing.committeeChapter !== null &&
        ` You are on the committee of the ${standing.committeeChapter.Name} chapter.`}
    </p>
  );
}

function summary({ isMember, memberships }: Standing, association: string): string {
  if (isMember) return `You are a member of ${association}.`;
  if (memberships.length === 0) return `You are signed in, and have no membership of ${association}.`;
  const hasLapsed = memberships.some(({ state }) => state === 'expired' || state === 'owing');
  return hasLapsed
    ? `Your membership of ${association} has lapsed. Below is how to put it right.`
    : `You have no valid membership of ${association} today. Below is why.`;
}
