import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { Option, type Command } from 'commander';
import { exportMembers } from '@/lib/membership-import/export-members';
import { parseId } from './arguments';
import { withSession, type Session, type Terminal } from './session';

interface ExportOptions {
  organisation: number;
  format: 'json' | 'csv';
  json?: boolean;
}

/** `export`: everything that is stored of an organisation's members. */
export function addExportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .argument('<file>', 'the file to write; only its owner can read it; an existing file is replaced')
    .description('write all members to a file: JSON that can be imported again, or CSV')
    .requiredOption('--organisation <id>', 'the organisation', parseId)
    .addOption(new Option('--format <format>', 'format of the file').choices(['json', 'csv']).default('json'))
    .option('--json', 'one JSON document on standard output: memberships, file')
    .action((file: string, options: ExportOptions) =>
      withSession(terminal, options, (session) => exportToFile(session, session.path(file), options)),
    );
}

/** Written to a temporary name and renamed: a file with the final name is whole. */
async function exportToFile({ store, print }: Session, file: string, options: ExportOptions): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  const output = createWriteStream(draft, { mode: 0o600 });
  const write = async (text: string) => {
    if (!output.write(text)) await once(output, 'drain');
  };
  const { organisation: organisationId, format } = options;
  try {
    const { memberships } = await exportMembers(store, { organisationId, format }, write);
    output.end();
    await finished(output);
    await rename(draft, file);
    print({ memberships, file }, `Exported ${memberships} memberships to ${file}.`);
  } catch (error) {
    output.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}
