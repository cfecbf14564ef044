import { isFont } from '@/lib/base/fonts';
import { pictureTypes } from '@/lib/contract/picture-types';
import type { Store } from '@/lib/store/database';
import { findPicture } from '@/lib/store/pictures';
import { readOrganisation } from '@/lib/store/structure';
import type { MailAppearance } from './mail-html';

export interface MailIdentity {
  look: MailAppearance;
  /** null: the name is shown instead. */
  logo: MailLogo | null;
}

export interface MailLogo {
  name: string;
  type: string;
  content: Buffer;
}

/** Each email contains the logo. A larger logo would make invitations to thousands of members slow. */
const maxLogoBytes = 100 * 1024;

/**
 * null: there is no such organisation.
 * @param defaultContact the contact address of organisations that have not set one
 */
export async function readMailIdentity(
  { members }: Pick<Store, 'members'>,
  organisationId: number,
  defaultContact: string | null,
): Promise<MailIdentity | null> {
  const stored = await readOrganisation(members, organisationId);
  if (stored === null) return null;
  const { name, colour, font, logo, contactEmail } = stored;
  const look = {
    name,
    colour,
    font: isFont(font) ? font : 'system',
    contactEmail: contactEmail ?? defaultContact,
  };
  const type = mailPictureType(logo);
  const content = logo === null || type === null ? null : await findPicture(members, organisationId, logo);
  const isShown = content !== null && content.length <= maxLogoBytes;
  return { look, logo: logo === null || type === null || !isShown ? null : { name: logo, type, content } };
}

/** null: mail programs cannot show the picture, or there is no picture. */
export function mailPictureType(name: string | null): string | null {
  const extension = name?.slice(name.lastIndexOf('.') + 1) ?? '';
  return extension === 'png' || extension === 'jpg' ? pictureTypes[extension] : null;
}
