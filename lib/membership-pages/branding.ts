import type { Store } from '@/lib/membership-store/database';

/** The appearance of an organisation on our pages. */
export interface Branding {
  id: number;
  name: string;
  /** `#rrggbb`; null: our own. */
  colour: string | null;
  /** null: the operator's setting. */
  contactEmail: string | null;
}

/** null when there is no such organisation. */
export async function findBranding(store: Store, id: number): Promise<Branding | null> {
  const row = await store.members
    .selectFrom('organisation')
    .select(['id', 'name', 'colour', 'contact_email as contactEmail'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
