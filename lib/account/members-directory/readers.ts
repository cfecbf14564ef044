/**
 * What members with a valid membership see of each other (docs/decisions.md, A3). `toPublicEntry` makes their entries
 * as well: what a member shows to members takes the place of what the member shows to everybody. A record that does not
 * say what members see has no entry.
 */
import type { Readers } from '@/lib/directory/model/projection';
import { messagesField } from '@/lib/contract/audiences';

export const members: Readers = {
  includes: ['MembersEntry'],
  see: ({ Directory, MembersEntry, ...membership }) => {
    // The form for messages is a public page.
    const takesMessages = Directory?.Listed === true && Directory.Show.includes(messagesField);
    const shown = MembersEntry?.Show.filter((name) => name !== messagesField || takesMessages) ?? [];
    return { ...membership, Directory: { Listed: MembersEntry?.Listed === true, Show: shown } };
  },
};
