import { isFont } from '@/lib/fonts';
import type { Theme } from '@/lib/theme';
import type { Store } from '@/lib/membership-store/database';

/** The appearance of an organisation on our pages. */
export interface Branding extends Theme {
  id: number;
  name: string;
  /** The association's email address. null: the operator's setting is used. */
  contactEmail: string | null;
  /** Names of uploaded pictures. `logo` null: there is none. `darkLogo` null: pages in dark colours use `logo`. */
  logo: string | null;
  darkLogo: string | null;
}

/** The appearance of an organisation. null: there is no such organisation. */
export async function findBranding(store: Store, id: number): Promise<Branding | null> {
  const row = await store.members
    .selectFrom('organisation')
    .select(['id', 'name', 'colour', 'font', 'logo', 'dark_logo', 'contact_email as contactEmail'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { dark_logo: darkLogo, font, ...branding } = row;
  return { ...branding, darkLogo, font: isFont(font) ? font : 'system' };
}
