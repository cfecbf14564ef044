import { Option, type Command } from 'commander';
import { exportMembers } from '@/lib/transfer/import/export-members';
import type { WrittenParts } from '@/lib/transfer/archive/write-parts';
import { settleErasures } from '@/lib/privacy/erasure/settle-erasures';
import { writePrivateFile } from '@/lib/base/private-file';
import { plural } from '@/lib/base/plural';
import { parseId } from './arguments';
import { requireCompleteImport } from './complete-import';
import { findOwnClients } from './own-client';
import type { Terminal } from './terminal';
import { CommandError, UsageError, withSession, type Session } from './session';

interface ExportOptions {
  organisation: number;
  format: 'json' | 'csv';
  withPasswords?: boolean;
  membersOnly?: boolean;
  json?: boolean;
}

export function addExportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .argument('<file>', 'the file to write; only its owner can read it; an existing file is replaced')
    .description('write everything to a file: JSON that can be imported again, or the members as CSV')
    .requiredOption('--organisation <id>', 'the organisation', parseId)
    .addOption(new Option('--format <format>', 'format of the file').choices(['json', 'csv']).default('json'))
    .option('--with-passwords', 'include the hashes of passwords and client secrets, and the card keys')
    .option('--members-only', 'without accounts, clients and journal, in the format of earlier releases')
    .option(
      '--json',
      'one JSON document on standard output: memberships, file, accounts, clients, changes, withPasswords',
    )
    .action((file: string, options: ExportOptions) => {
      requireFullFormat(options);
      return withSession(terminal, options, (session) => exportToFile(session, session.path(file), options));
    });
}

function requireFullFormat({ format, withPasswords, membersOnly }: ExportOptions): void {
  if (!withPasswords || (format === 'json' && !membersOnly)) return;
  throw new UsageError('--with-passwords cannot be combined with --format csv or --members-only');
}

async function exportToFile(session: Session, file: string, options: ExportOptions): Promise<void> {
  const { store, print } = session;
  const { organisation: organisationId, format, withPasswords = false, membersOnly = false } = options;
  // A process may have been killed after it merged persons but before it merged their accounts. The archive cannot
  // contain this unfinished work, so it is completed first.
  await store.settleAccounts();
  await requireCompleteImport(store, organisationId);
  await completeErasures(session, organisationId);
  const own = await findOwnClients(session, organisationId);
  const full = { hasSecrets: withPasswords, isOwnClient: (id: string) => own.has(id) };
  const request = { organisationId, format, ...(!membersOnly && { parts: full }) };
  const { memberships, parts } = await writePrivateFile(file, (write) =>
    exportMembers(store, request, write),
  );
  print({ memberships, file, ...(parts !== null && { ...parts, withPasswords }) }, [
    `Exported ${plural(memberships, 'membership')} to ${file}.`,
    ...(parts === null ? [] : describeParts(parts, withPasswords)),
  ]);
}

/** A file must not contain a person whose erasure has begun. @throws CommandError if an erasure cannot be completed */
async function completeErasures({ store, clock, config }: Session, organisationId: number): Promise<void> {
  const settled = await settleErasures(store, { dataDir: config.dataDir, clock });
  const open = settled.find((one) => one.organisationId === organisationId && one.tombstone === null);
  if (open === undefined) return;
  throw new CommandError(
    `The erasure of person ${open.personId} has begun and is not complete: ${open.problem}. Complete it with ./chapterhouse person erase --person ${open.personId}`,
  );
}

function describeParts({ accounts, clients, changes }: WrittenParts, withPasswords: boolean): string[] {
  return [
    `It also has ${plural(accounts, 'account')}, ${plural(clients, 'client')} and ${plural(changes, 'change')} in the journal.`,
    withPasswords
      ? 'WARNING: the file has the hashes of passwords and client secrets. Anyone who reads the file can use these hashes to guess passwords: delete the file after the import.'
      : 'The file has no passwords, client secrets or card keys. To move everything, add --with-passwords.',
  ];
}
