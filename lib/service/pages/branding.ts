import { isFont } from '@/lib/base/fonts';
import type { Theme } from '@/lib/base/theme';
import type { Store } from '@/lib/store/database';

export interface Branding extends Theme {
  id: number;
  name: string;
  /** null: the operator's setting is used. */
  contactEmail: string | null;
  /** Names of uploaded pictures. `logo` null: there is none. `darkLogo` null: dark pages use `logo`. */
  logo: string | null;
  darkLogo: string | null;
  hasMembersDirectory: boolean;
}

/** null: there is no such organisation. */
export async function findBranding(store: Store, id: number): Promise<Branding | null> {
  const row = await store.members
    .selectFrom('organisation')
    .select(['id', 'name', 'colour', 'font', 'logo', 'dark_logo', 'contact_email as contactEmail'])
    .select('has_members_directory')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { dark_logo: darkLogo, has_members_directory: hasMembersDirectory, font, ...branding } = row;
  return {
    ...branding,
    darkLogo,
    hasMembersDirectory: hasMembersDirectory === 1,
    font: isFont(font) ? font : 'system',
  };
}
