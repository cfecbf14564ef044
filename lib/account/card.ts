import encodeQr from 'qr';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { groupCardCode, readCardCode } from '@/lib/contract/cards';
import { cardName } from '@/lib/member-card/card-code';
import type { Member } from './find-member';
import type { MembershipStanding } from '@/lib/contract/standing';

export interface Card {
  membershipId: string;
  name: string;
  type: string;
  number: string;
  /** An ISO day. null: the membership has no end. */
  lastDay: string | null;
  checkUrl: string;
  /** For people who cannot scan the QR code: what to type, and on which page. null: the code is too long to type. */
  typed: { code: string; address: string } | null;
  /** The rows of the QR code for `checkUrl`. true: dark. */
  qr: boolean[][];
}

/** A card for each membership that is valid today; none for a lapsed one. */
export async function issueCards(
  app: Chapterhouse,
  member: Pick<Member, 'user' | 'standing'>,
): Promise<Card[]> {
  const valid = member.standing.memberships.filter((standing) => standing.isValid);
  if (valid.length === 0) return [];
  return await Promise.all(valid.map((standing) => issueCard(app, member.user, standing)));
}

/** Revokes every card issued to the member so far, including those of lapsed memberships. */
export async function revokeCardsOf(app: Chapterhouse, member: Pick<Member, 'standing'>): Promise<void> {
  for (const { membership } of member.standing.memberships) {
    await app.cards.revoke(membership.ID);
  }
}

async function issueCard(
  app: Chapterhouse,
  user: Member['user'],
  standing: MembershipStanding,
): Promise<Card> {
  const { membership } = standing;
  const { baseUrl } = app.config;
  const content = {
    membershipId: membership.ID,
    firstName: user.FirstName,
    lastName: user.LastName,
    organisation: 'MembershipName' in membership ? membership.MembershipName : null,
  };
  const code = await app.cards.issue(content);
  const checkUrl = `${baseUrl}/verify/${code}`;
  const shortCode = readCardCode(code);
  return {
    membershipId: membership.ID,
    name: cardName(content),
    type: membership.MembershipType.Type,
    number: membership.MembershipNumber,
    lastDay: standing.lastDay,
    checkUrl,
    typed:
      shortCode === null
        ? null
        : { code: groupCardCode(shortCode), address: `${new URL(baseUrl).host}/verify` },
    qr: encodeQr(checkUrl, 'raw', { ecc: 'medium', border: 2 }),
  };
}
