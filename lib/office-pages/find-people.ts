import { textKey } from '@/lib/base/text-key';
import { journalAuthorsSchema } from '@/lib/contract/office-journal';
import type { OfficeMemberRow } from '@/lib/contract/office-members';
import { writeQuery } from '@/lib/contract/query-string';
import type { Office } from './find-office';
import { readMembersView } from './members-view';
import { readMembers } from './read-members';
import { readOffice } from './read-office';

/** The members with this name or membership number, and the authors of changes who have no membership. */
export async function findPeople(office: Office, name: string) {
  // The filter `q` searches all fields, so a short word finds too many members. Each filter in `fields` searches only
  // one field of the members.
  const fields = name.includes(' ') ? [] : ['last', 'first', 'organisation', 'number'];
  const [all, ...byField] = await Promise.all(
    ['q', ...fields].map((field) => readMembers(office, readMembersView({ [field]: name }))),
  );
  if (all === undefined || all.kind !== 'read') return all ?? { kind: 'unavailable' as const };
  const query = writeQuery([['Name', name]]);
  const authors = await readOffice(office, `journal/authors?${query}`, journalAuthorsSchema);
  if (authors.kind !== 'read') return authors;
  const found = [
    ...byField.flatMap((one) => (one.kind === 'read' ? one.body.Members : [])),
    ...all.body.Members,
  ];
  const unique = [...new Map(found.map((row) => [row.ID, row])).values()];
  const named = unique.filter((row) => isNamed(row, name));
  // If no name matches, the text may be an email address or a phone number.
  const members = named.length > 0 ? named : unique;
  return { kind: 'read' as const, body: { members, authors: authors.body.Authors } };
}

/** For each typed word, the membership number or a word of the names must begin with the typed word. */
function isNamed(
  { FirstName, LastName, Organisation, MembershipNumber }: OfficeMemberRow,
  name: string,
): boolean {
  const words = wordsOf(`${FirstName} ${LastName} ${Organisation} ${MembershipNumber}`);
  return wordsOf(name).every((word) => words.some((one) => one.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return textKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
