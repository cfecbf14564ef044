/** What a membership card is worth today. */
import type { Chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/clock';
import { financialStatuses } from '@/lib/membership-api/resources';
import type { Membership } from '@/lib/membership-api/resources';
import { issuerOf } from '@/lib/sso/provider';
import { isApiFailure } from './api-failure';
import { cardName, parseCardCode } from './card-code';
import type { CardContent } from './card-code';
import { openCardKey } from './card-key';
import { currentGeneration } from './card-revocation';
import { toMembershipStanding } from './standing';

export type CardCheck =
  /** Signed by us, not revoked, and of a membership that is there: all that the page shows. */
  | { kind: 'known'; isValid: boolean; name: string; type: string }
  /** Tampered with, revoked, or of a membership that is not (any more): answered alike. */
  | { kind: 'unknown' }
  | { kind: 'unavailable' };

/**
 * Checks a code. Whatever is wrong with it, the same steps are taken — signature, revocation, one question to the
 * API — so that neither the answer nor the time it takes tells a forger how far they got.
 */
export async function checkCard(house: Chapterhouse, code: string): Promise<CardCheck> {
  const { dataDir } = house.config;
  const content = await parseCardCode(await openCardKey(dataDir), issuerOf(house), code);
  const asked = content ?? nobody;
  const generation = await currentGeneration(dataDir, issuerOf(house), asked.membershipId);
  try {
    const membership = await findMembership(house, asked);
    if (content === null || content.generation !== generation || membership === null)
      return { kind: 'unknown' };
    const { isValid } = toMembershipStanding(membership, dateInZone(house.clock(), house.site().timeZone));
    return { kind: 'known', isValid, name: cardName(content), type: membership.MembershipType.Type };
  } catch (error) {
    if (isApiFailure(error)) return { kind: 'unavailable' };
    throw error;
  }
}

/** Whom a code that we did not sign is looked up as. */
const nobody: CardContent = {
  membershipId: '0',
  firstName: 'No such',
  lastName: 'Card',
  organisation: null,
  generation: 0,
};

/** The API has no filter by ID; a person's names leave a handful, and the ID decides. */
async function findMembership(house: Chapterhouse, card: CardContent): Promise<Membership | null> {
  const query = new URLSearchParams(financialStatuses.map((status) => ['FinancialStatus[]', status]));
  const names = [
    ['User[FirstName]', card.firstName],
    ['User[LastName]', card.lastName],
    ['User[Organisation]', card.firstName + card.lastName === '' ? (card.organisation ?? '') : ''],
  ].filter(([, value]) => value !== '');
  // Without a name it would be a question for all members.
  if (names.length === 0) return null;
  for (const [name = '', value = ''] of names) query.append(name, value);
  let found: Membership | null = null;
  await house.api.members({
    query,
    each: (membership) => {
      if (membership.ID === card.membershipId) found = membership;
    },
  });
  return found;
}
