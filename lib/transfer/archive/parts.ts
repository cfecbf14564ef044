import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { kindTables, type OtherTable } from '@/lib/store/record-kinds';
import { authParts } from './auth-parts';
import { membersParts } from './members-parts';
import type { ArchivePart } from './part';

/**
 * The lists of a full archive after its memberships, in the order of the file. Each list has `fields` that describe a
 * table in one of the databases.
 */
export const archiveParts: Readonly<Record<string, ArchivePart>> = { ...membersParts, ...authParts };

/** The name of the list of people without a membership. Other people are stored with their memberships. */
export const peopleName = 'People';

const brief = { reason: 'It lasts only minutes. The person signs in again.' };

/** Why the archive does not have a table. */
const leftOut: Partial<Record<OtherTable | keyof AuthDatabase, { reason: string }>> = {
  account_move: { reason: 'The export completes what a merge has left to do.' },
  changed_email: {
    reason: 'It is work that waits for a few minutes. The export has no proofs of email addresses.',
  },
  archive_import: { reason: 'It is about an import that was interrupted here.' },
  bulk_change: { reason: 'It is deleted after a day. Its changes are in the journal.' },
  bulk_problem: { reason: 'It is deleted after a day.' },
  authorization_code: brief,
  access_token: brief,
  refresh_grant: { reason: 'The site has its secret for another site address. The person signs in again.' },
  session_site: brief,
  logout_notice: brief,
  session: { reason: 'Its secret is a cookie of another site address. The person signs in again.' },
  authorize_request: brief,
  mail_code: brief,
  sent_mail: { reason: 'It is about the mail server of this installation. Notices have their own record.' },
  client_use: { reason: 'It counts what the sites of this installation did in the last week.' },
  client_refusal: { reason: 'It lists what the sites of this installation sent in the last week.' },
  missed_search: { reason: 'It counts what visitors of this installation searched for in the last 90 days.' },
  limit_bucket: brief,
  signing_key: {
    reason:
      'The keys belong to the installation, not to one organisation. Clients read new ones from its new address.',
  },
  installation: { reason: 'An archive may be imported into another installation.' },
  auth_installation: { reason: 'An archive may be imported into another installation.' },
  server: { reason: 'It describes a server of this installation.' },
  erasure_in_progress: { reason: 'The export completes the erasures that have begun.' },
  webhook: {
    reason:
      'Its address and secret are encrypted for this installation, and two installations would send twice.',
  },
  webhook_waiting: { reason: 'It belongs to a webhook.' },
};

/**
 * The part of a full archive that contains a table. The head and the memberships contain all columns that are not
 * computed from others. `part`: the table has a list of its own. A test refuses a table without a decision.
 */
export const archivedTables: Readonly<Record<string, 'head' | 'memberships' | 'part' | { reason: string }>> =
  {
    ...Object.fromEntries(Object.values(archiveParts).map(({ table }) => [table, 'part'])),
    ...Object.fromEntries(
      Object.entries(kindTables).flatMap(([table, { archive }]) =>
        typeof archive === 'object' && 'name' in archive ? [] : [[table, archive]],
      ),
    ),
    ...leftOut,
  };
