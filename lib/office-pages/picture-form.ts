import { pictureOf, type PictureJson } from '@/lib/contract/fields/picture';
import { lookUp } from '@/lib/base/look-up';
import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface PictureFormState {
  turn: number;
  refusal: FormRefusal | null;
  description: string;
  kept: KeptForm | null;
}

export const noPicture: PictureFormState = { turn: 0, refusal: null, description: '', kept: null };

/** The picture that the member proposed. null: no picture waits for the office. */
export function proposedPicture(
  proposal: { Changes: readonly { Field: string; After?: unknown }[]; DeclinedAt: string | null } | null,
): PictureJson | null {
  if (proposal === null || proposal.DeclinedAt !== null) return null;
  return pictureOf(lookUp(proposal.Changes.find(({ Field }) => Field === 'Picture') ?? {}, 'After'));
}

/** The page of a picture that may not be public, for its member and for the office. */
export const ownPicturePath = (membershipId: string, id: string) => `/account/pictures/${membershipId}/${id}`;
export const officePicturePath = (membershipId: string, id: string) =>
  `/office/members/${membershipId}/pictures/${id}`;
