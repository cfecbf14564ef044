/** The membership cards of a member. */
import encodeQr from 'qr';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { issuerOf } from '@/lib/sso/provider';
import { cardName, issueCardCode } from './card-code';
import { openCardKey } from './card-key';
import { currentGeneration, revokeCards } from './card-revocation';
import type { Member } from './find-member';
import type { MembershipStanding } from './standing';

export interface Card {
  membershipId: string;
  name: string;
  type: string;
  number: string;
  /** ISO day; null: without end. */
  lastDay: string | null;
  /** Address of the check page for this card. */
  checkUrl: string;
  /** The address as rows of a QR code; true is dark. */
  qr: boolean[][];
}

/** A card for each membership that is valid today; a lapsed one is worth none. */
export async function issueCards(
  house: Chapterhouse,
  member: Pick<Member, 'user' | 'standing'>,
): Promise<Card[]> {
  const valid = member.standing.memberships.filter((standing) => standing.isValid);
  return await Promise.all(valid.map((standing) => issueCard(house, member.user, standing)));
}

/** Makes every card issued so far to the member worthless, those of memberships that have lapsed too. */
export async function revokeCardsOf(house: Chapterhouse, member: Pick<Member, 'standing'>): Promise<void> {
  for (const { membership } of member.standing.memberships) {
    await revokeCards(house.config.dataDir, issuerOf(house), membership.ID);
  }
}

async function issueCard(
  house: Chapterhouse,
  user: Member['user'],
  standing: MembershipStanding,
): Promise<Card> {
  const { membership } = standing;
  const { dataDir, baseUrl } = house.config;
  const issuer = issuerOf(house);
  const content = {
    membershipId: membership.ID,
    firstName: user.FirstName,
    lastName: user.LastName,
    organisation: 'MembershipName' in membership ? membership.MembershipName : null,
    generation: await currentGeneration(dataDir, issuer, membership.ID),
  };
  const checkUrl = `${baseUrl}/verify/${await issueCardCode(await openCardKey(dataDir), issuer, content)}`;
  return {
    membershipId: membership.ID,
    name: cardName(content),
    type: membership.MembershipType.Type,
    number: membership.MembershipNumber,
    lastDay: standing.lastDay,
    checkUrl,
    qr: encodeQr(checkUrl, 'raw', { ecc: 'medium', border: 2 }),
  };
}
