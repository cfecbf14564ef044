import { officeMembersSchema } from '@/lib/contract/office-members';
import { importedText } from '@/lib/messages/office-import';
import { bulkPath } from './bulk-form';
import type { Office } from './find-office';
import { mayUse } from './may-use';
import { membersPath, readMembersView, toMembersRequest } from './members-view';
import { readOffice } from './read-office';

export interface ImportedList {
  text: keyof typeof importedText;
  /** `moreThanCounted`: more than 1,000. */
  count: number;
  href: string;
  /** The bulk change that does what is left to do. */
  doIt: { what: 'place' | 'invite'; href: string } | null;
}

/** The list counts only so many members. The texts have a case for this number. */
const moreThanCounted = 1001;

const lists = [
  { text: 'created', filter: {}, bulk: null },
  { text: 'listed', filter: { approved: 'true', listed: 'true' }, bulk: null },
  { text: 'approve', filter: { approved: 'false', Standing: 'applicant' }, bulk: null },
  { text: 'place', filter: { approved: 'true', location: 'false' }, bulk: 'place' },
  { text: 'invite', filter: { approved: 'true', email: 'true' }, bulk: 'invite' },
] as const;

/** The members whom an import created: who is public, and what is left to do. Each list has at least one member. */
export async function readImported(office: Office, run: string): Promise<ImportedList[]> {
  const found = await Promise.all(
    lists.map(async ({ text, filter, bulk }): Promise<ImportedList[]> => {
      const query = { imported: run, ...filter };
      const view = readMembersView(query);
      const read = await readOffice(office, toMembersRequest(view), officeMembersSchema);
      if (read.kind !== 'read' || read.body.Count === 0) return [];
      const count = read.body.Count ?? moreThanCounted;
      const address = new URLSearchParams(query).toString();
      return [
        {
          text,
          count,
          href: `${membersPath}?${address}`,
          doIt:
            bulk !== null && mayUse(office.me, 'POST bulk')
              ? { what: bulk, href: `${bulkPath}?${address}&do=${bulk}&all=yes` }
              : null,
        },
      ];
    }),
  );
  return found.flat();
}
