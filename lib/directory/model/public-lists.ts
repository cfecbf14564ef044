/** What the public sees of the association's types, categories and questions. */
import type { Category, ExtraListing, MembershipTypeListing } from '@/lib/contract/resources';
import { publicHtml } from '@/lib/base/public-html';
import { publicText } from '@/lib/base/public-text';
import type { Named } from './entry';
import type { PublicCategory, PublicExtra } from './projection';

/** Without a query, the API sends only the visible types. They are checked, in case a site sends others. */
export function addType(
  list: Map<string, Named>,
  { ID, Name, Visible }: Pick<MembershipTypeListing, 'ID' | 'Name' | 'Visible'>,
): void {
  const [id, name] = [String(ID), publicText(Name)];
  if (Visible && name !== null) list.set(id, { id, name });
}

export function addCategory(
  list: Map<string, PublicCategory>,
  { ID, Name, Description }: Pick<Category, 'ID' | 'Name' | 'Description'>,
): void {
  const [id, name] = [String(ID), publicText(Name)];
  if (name !== null) list.set(id, { id, name, description: publicHtml(Description) });
}

export function toPublicExtra(
  extra: Pick<ExtraListing, 'ID' | 'SearchName' | 'Question' | 'Searchable' | 'AdminOnly' | 'Options'>,
): PublicExtra[] {
  const name = publicText(extra.SearchName) ?? publicText(extra.Question);
  if (!extra.Searchable || extra.AdminOnly || name === null) return [];
  const options = extra.Options.map(publicText).filter((option) => option !== null);
  return [{ id: String(extra.ID), name, options: [...new Set(options)] }];
}
