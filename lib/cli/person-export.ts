import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOutboxEmails } from '@/lib/membership-personal-data/outbox-emails';
import { toPersonalDataPage } from '@/lib/membership-personal-data/personal-data-page';
import { readPersonalData } from '@/lib/membership-personal-data/read-personal-data';
import type { PersonalData } from '@/lib/membership-personal-data/personal-data';
import { chooseOrganisation } from './choose-organisation';
import { findPersonId, type WhoOptions } from './find-person';
import { CommandError, UsageError, type Session } from './session';

export interface PersonExportOptions extends WhoOptions {
  organisation?: number;
  out: string;
}

/** `person export` writes everything about one person, as JSON and as a page. */
export async function exportPerson(session: Session, options: PersonExportOptions): Promise<void> {
  const { store, clock, config, print } = session;
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await findRecordedId(session, organisationId, options);
  const data = await readPersonalData(store, {
    organisationId,
    personId,
    reader: 'office',
    now: clock(),
    // A mail server keeps no copies for us.
    ...(config.smtpUrl === null && {
      findEmails: (email: string) => findOutboxEmails(config.dataDir, email),
    }),
  });
  if (data === null) {
    throw new CommandError(`There is no person ${personId} in organisation ${organisationId}`);
  }
  const files = await writeFiles(data, session.path(options.out));
  const { ID, State, ErasedAt } = data.Person;
  print({ personId: Number(ID), state: State, files }, [
    ...(State === 'erased' ? [`Person ${ID} was erased on ${ErasedAt}.`] : []),
    ...files.map((file) => `Wrote ${file}`),
    'Only you can read what was written. It is personal data: give it only to this person.',
  ]);
}

/** Like `findPersonId`, but also accepts the ID of a person who was removed or erased. */
async function findRecordedId({ store }: Session, organisationId: number, options: PersonExportOptions) {
  const { person, email, number } = options;
  if (person !== undefined && email === undefined && number === undefined) return person;
  return findPersonId(store, organisationId, options);
}

/** The files that were written: two in a folder, or the one that is named. */
async function writeFiles(data: PersonalData, out: string): Promise<string[]> {
  const json = `${JSON.stringify(data, null, 2)}\n`;
  const existing = await stat(out).catch(() => null);
  if (existing?.isDirectory() !== true) {
    if (/\.json$/i.test(out)) return [await writeOwn(out, json)];
    if (/\.html?$/i.test(out)) return [await writeOwn(out, toPersonalDataPage(data))];
    if (existing !== null) throw new UsageError('--out must be a folder, or a file named .json or .html');
    await mkdir(out, { recursive: true, mode: 0o700 });
  }
  const name = join(out, `person-${data.Person.ID}`);
  return [await writeOwn(`${name}.json`, json), await writeOwn(`${name}.html`, toPersonalDataPage(data))];
}

/** Writes a file that only its owner can read. It gets its name when it is complete. */
async function writeOwn(file: string, text: string): Promise<string> {
  const draft = `${file}.${process.pid}.part`;
  await writeFile(draft, text, { mode: 0o600 });
  // The mode above applies only to a new file.
  await chmod(draft, 0o600);
  await rename(draft, file);
  return file;
}
