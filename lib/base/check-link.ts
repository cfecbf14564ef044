/**
 * The link of the yearly question “Is this still right?”. It opens the member's entry after a sign-in. It lets nobody in
 * and changes nothing; the signature only makes sure that the question was really asked.
 */
import { createHmac } from 'node:crypto';
import { addDays } from './clock';
import { equalTexts } from './equal-texts';

/** After this time, the link only opens the entry. */
const checkLinkDays = 90;

export interface AskedCheck {
  organisationId: number;
  membershipId: number;
  /** An ISO day. */
  askedOn: string;
}

export function checkLinkToken(secret: string, check: AskedCheck): string {
  return `${check.membershipId}.${check.askedOn}.${sign(secret, check)}`;
}

/** null: the link is not ours. */
export function readCheckLink(
  secret: string,
  { organisationId, token, today }: { organisationId: number; token: string; today: string },
): { membershipId: string; isExpired: boolean } | null {
  const [, id = '', askedOn = '', signature = ''] =
    /^([1-9]\d{0,14})\.(\d{4}-\d\d-\d\d)\.([\w-]{43})$/.exec(token) ?? [];
  const check = { organisationId, membershipId: Number(id), askedOn };
  if (id === '' || !equalTexts(signature, sign(secret, check))) return null;
  return { membershipId: id, isExpired: today > addDays(askedOn, checkLinkDays) };
}

function sign(secret: string, { organisationId, membershipId, askedOn }: AskedCheck): string {
  return createHmac('sha256', secret)
    .update(`yearly check ${organisationId} ${membershipId} ${askedOn}`)
    .digest('base64url');
}
