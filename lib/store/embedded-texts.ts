/**
 * The document of each member repeats texts of types, addons, chapters and extras. Some texts were stored before their
 * lengths were limited. Such a text could make the list of members too long to be read.
 */
import { sql, type Kysely } from 'kysely';
import { maxDescription, maxName } from '@/lib/contract/fields/structure';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

/**
 * Returns an empty text if the text is too long. The text is not shortened, because a cut could split an HTML tag.
 * Readers would then see parts of the tag.
 */
export function embeddedDescription(text: string): string {
  return text.length > maxDescription ? '' : text;
}

export function embeddedName(text: string): string {
  return text.length > maxName ? `${text.slice(0, maxName - 1)}…` : text;
}

interface Embedded {
  table: 'membership_type' | 'addon' | 'chapter' | 'extra';
  column: string;
  /** The name of the field in documents. */
  wire: string;
  most: number;
  shorten: (text: string) => string;
}

const name = { most: maxName, shorten: embeddedName };
const description = {
  column: 'description',
  wire: 'Description',
  most: maxDescription,
  shorten: embeddedDescription,
};
const embedded: Embedded[] = [
  { table: 'membership_type', ...description },
  { table: 'membership_type', column: 'name', wire: 'Type', ...name },
  { table: 'addon', ...description },
  { table: 'addon', column: 'name', wire: 'Name', ...name },
  { table: 'chapter', column: 'name', wire: 'Name', ...name },
  { table: 'extra', column: 'question', wire: 'Question', ...name },
];

/**
 * Shortens these texts in documents of earlier releases. The stored texts stay, so that the operator can correct them.
 */
export async function shortenEmbeddedTexts(members: Kysely<MembersDatabase>): Promise<void> {
  for (const { table, column, wire, most, shorten } of embedded) {
    const { rows } = await sql<{ organisation_id: number; text: string }>`
      select organisation_id, ${sql.ref(column)} as text from ${sql.table(table)}
      where length(${sql.ref(column)}) > ${most} order by organisation_id, id`.execute(members);
    for (const { organisation_id, text } of rows) {
      const part = (value: string) => `"${wire}":${JSON.stringify(value)}`;
      const [before, after] = [part(text), part(shorten(text))];
      const { numUpdatedRows } = await members
        .updateTable('membership_document')
        .set({
          body: sql<string>`replace(body, ${before}, ${after})`,
          admin_body: sql<string | null>`replace(admin_body, ${before}, ${after})`,
        })
        .where('organisation_id', '=', organisation_id)
        .where(sql<number>`length(body)`, '>', most)
        .where(sql<string>`replace(body, ${before}, '')`, '<>', sql.ref<string>('body'))
        .executeTakeFirst();
      if (numUpdatedRows > 0n)
        await members
          .updateTable('organisation')
          .set({ version: sql<number>`version + 1` })
          .where('id', '=', organisation_id)
          .execute();
    }
  }
}
