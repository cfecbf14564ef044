import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { findOutboxEmails } from '@/lib/privacy/personal-data/outbox-emails';
import { toPersonalDataPage } from '@/lib/privacy/personal-data/personal-data-page';
import { readPersonalData } from '@/lib/privacy/personal-data/read-personal-data';
import type { PersonalData } from '@/lib/privacy/personal-data/personal-data';
import { journalAccounts } from '@/lib/store/account-journal';
import { byCommand } from '@/lib/store/journal';
import { makePrivateFolder, writePrivateFile } from '@/lib/base/private-file';
import { chooseOrganisation } from './choose-organisation';
import { findPersonId, type WhoOptions } from './find-person';
import { CommandError, UsageError, type Session } from './session';

export interface PersonExportOptions extends WhoOptions {
  organisation?: number;
  out: string;
}

/** Everything about one person, as JSON and as a page. The journal records the export. */
export async function exportPerson(session: Session, options: PersonExportOptions): Promise<void> {
  const { store, clock, config, print } = session;
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await findRecordedId(session, organisationId, options);
  const data = await readPersonalData(store, {
    organisationId,
    personId,
    reader: 'office',
    now: clock(),
    // Only an installation without a mail server keeps emails, as files in the outbox.
    ...(config.smtpUrl === null && {
      findEmails: (email: string) => findOutboxEmails(config.dataDir, email),
    }),
  });
  if (data === null) {
    throw new CommandError(`There is no person ${personId} in organisation ${organisationId}`);
  }
  const files = await writeFiles(data, session.path(options.out));
  await journalExport(session, { organisationId, personId, files, data });
  const { ID, State, ErasedAt } = data.Person;
  print({ personId: Number(ID), state: State, files }, [
    ...(State === 'erased' ? [`Person ${ID} was erased on ${ErasedAt}.`] : []),
    ...files.map((file) => `Wrote ${file}`),
    'Only your user account on this machine can read these files. They contain personal data: give them only to this person.',
  ]);
}

/** The files about an erased person have no personal data, so the journal gets no row. */
async function journalExport(
  { store, clock }: Session,
  written: { organisationId: number; personId: number; files: readonly string[]; data: PersonalData },
): Promise<void> {
  const { organisationId, personId, files, data } = written;
  if (data.Person.State === 'erased') return;
  const formats = files.map((file) => extname(file).slice(1)).join(', ');
  await journalAccounts(store.auth, { organisationId, cause: byCommand('person export'), now: clock() }, [
    { kind: 'personal_data', operation: 'made', personId, changes: { Format: [null, formats] } },
  ]);
}

/** Also accepts the ID of a person who was removed or erased. */
async function findRecordedId({ store }: Session, organisationId: number, options: PersonExportOptions) {
  const { person, email, number } = options;
  if (person !== undefined && email === undefined && number === undefined) return person;
  return findPersonId(store, organisationId, options);
}

/**
 * If `out` names a file, only this file is written. Otherwise two files are written to the folder `out`.
 * @returns the names of the files
 */
async function writeFiles(data: PersonalData, out: string): Promise<string[]> {
  const json = `${JSON.stringify(data, null, 2)}\n`;
  const existing = await stat(out).catch(() => null);
  if (existing?.isDirectory() !== true) {
    if (/\.json$/i.test(out)) return [await writeText(out, json)];
    if (/\.html?$/i.test(out)) return [await writeText(out, toPersonalDataPage(data))];
    if (existing !== null) throw new UsageError('--out must be a folder, or a file named .json or .html');
    await makePrivateFolder(out);
  }
  const name = join(out, `person-${data.Person.ID}`);
  return [await writeText(`${name}.json`, json), await writeText(`${name}.html`, toPersonalDataPage(data))];
}

async function writeText(file: string, text: string): Promise<string> {
  await writePrivateFile(file, (write) => write(text));
  return file;
}
