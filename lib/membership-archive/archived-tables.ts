import type { AuthDatabase } from '@/lib/membership-schema/auth-schema';
import { kindTables, type OtherTable } from '@/lib/membership-store/record-kinds';
import type { Archived } from '@/lib/membership-store/stored-table';

/** `part`: the table has a list of its own, which `parts.ts` describes. `reason`: why the archive does not have it. */
type Decision = 'part' | { reason: string };

const brief: Decision = { reason: 'It lasts only minutes. The person signs in again.' };

const otherTables: Readonly<Record<OtherTable | keyof AuthDatabase, Decision>> = {
  last_id: 'part',
  journal: 'part',
  journal_state: 'part',
  import_run: 'part',
  external_id: 'part',
  erasure: 'part',
  idempotency_key: 'part',
  account_move: { reason: 'The export completes what a merge has left to do.' },
  changed_email: {
    reason: 'It is work that waits for a few minutes. The export has no proofs of email addresses.',
  },
  archive_import: { reason: 'It is about an import that was interrupted here.' },
  bulk_change: { reason: 'It is deleted after a day. Its changes are in the journal.' },
  bulk_problem: { reason: 'It is deleted after a day.' },
  client: 'part',
  account: 'part',
  passkey: 'part',
  consent: 'part',
  card_key: 'part',
  card_generation: 'part',
  account_journal: 'part',
  erasure_request: 'part',
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
 * computed from others. The code compiles only if there is a decision for every table, here or in `record-kinds.ts`.
 */
export const archivedTables: Readonly<Record<string, Archived | 'part'>> = {
  ...Object.fromEntries(Object.entries(kindTables).map(([table, { archive }]) => [table, archive])),
  ...otherTables,
};
