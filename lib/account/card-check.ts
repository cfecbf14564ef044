import type { Chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/base/clock';
import { financialStatuses } from '@/lib/contract/words';
import type { Membership } from '@/lib/contract/resources';
import { isApiFailure } from '@/lib/contract/api-failure';
import { cardName } from '@/lib/member-card/card-code';
import type { CardContent } from '@/lib/member-card/card-code';
import { toMembershipStanding } from '@/lib/contract/standing';

export type CardCheck =
  /** The facts that the page shows if we signed the card, the card is not revoked, and its membership exists. */
  | { kind: 'known'; isValid: boolean; name: string; type: string }
  /** The card was tampered with or revoked, or its membership does not exist. The response is the same in each case. */
  | { kind: 'unknown' }
  | { kind: 'unavailable' };

/**
 * Checks a code. The steps are always the same (who has the code, revocation, one request to the API). So neither the response
 * nor its time shows a forger which step failed.
 */
export async function checkCard(app: Chapterhouse, code: string): Promise<CardCheck> {
  try {
    const content = await app.cards.read(code);
    const request = content ?? placeholder;
    const generation = await app.cards.generation(request.membershipId);
    const membership = await findMembership(app, request);
    if (content === null || content.generation !== generation || membership === null)
      return { kind: 'unknown' };
    const { isValid } = toMembershipStanding(membership, dateInZone(app.clock(), app.site().timeZone));
    return { kind: 'known', isValid, name: cardName(content), type: membership.MembershipType.Type };
  } catch (error) {
    if (isApiFailure(error)) return { kind: 'unavailable' };
    throw error;
  }
}

/**
 * If no card has the code, there is no card to look up. The same steps then look up this content, so the check
 * takes as long as usual.
 */
const placeholder: CardContent = {
  membershipId: '0',
  firstName: 'No such',
  lastName: 'Card',
  organisation: null,
  generation: 0,
};

/** The API has no filter by ID, so this searches by name and selects the membership by its ID. */
async function findMembership(app: Chapterhouse, card: CardContent): Promise<Membership | null> {
  const query = new URLSearchParams(financialStatuses.map((status) => ['FinancialStatus[]', status]));
  const names = [
    ['User[FirstName]', card.firstName],
    ['User[LastName]', card.lastName],
    ['User[Organisation]', card.firstName + card.lastName === '' ? (card.organisation ?? '') : ''],
  ].filter(([, value]) => value !== '');
  // Without a name, the request would return all members.
  if (names.length === 0) return null;
  for (const [name = '', value = ''] of names) query.append(name, value);
  let found: Membership | null = null;
  await app.api.members({
    query,
    each: (membership) => {
      if (membership.ID === card.membershipId) found = membership;
    },
  });
  return found;
}
