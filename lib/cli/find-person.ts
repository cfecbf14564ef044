import type { Command } from 'commander';
import { findPeople, findPeopleByEmail } from '@/lib/sign-in/accounts/people';
import type { Store } from '@/lib/store/database';
import { findSurvivor } from '@/lib/store/person-aliases';
import { parseId } from './arguments';
import { CommandError, UsageError } from './session';

export interface WhoOptions {
  person?: number;
  email?: string;
  number?: string;
}

export function withWho(command: Command): Command {
  return command
    .option('--person <id>', "by the person's ID", parseId)
    .option('--email <address>', 'by email address')
    .option('--number <number>', 'by membership number');
}

/**
 * The ID of the one person that the options name.
 * @throws CommandError if there is no such person, or if there are several
 * @throws UsageError if not exactly one option is given
 */
export async function findPersonId(
  store: Store,
  organisationId: number,
  { person, email, number }: WhoOptions,
): Promise<number> {
  const given = [person, email, number].filter((one) => one !== undefined);
  if (given.length !== 1) throw new UsageError('Give one of --person ID, --email ADDRESS, --number NUMBER');
  if (person !== undefined) return requirePersonId(store, organisationId, person);
  const found =
    email === undefined
      ? await findByNumber(store, organisationId, number ?? '')
      : await findPeopleByEmail(store, { organisationId, email });
  const what = email === undefined ? `the membership number ${number}` : `the email address ${email}`;
  const [first] = found;
  if (first === undefined) throw new CommandError(`Nobody in organisation ${organisationId} has ${what}`);
  if (found.length > 1) {
    const who = found.map(({ id, name }) => `  --person ${id}  ${name}`).join('\n');
    throw new CommandError(`Several people share ${what}; choose one:\n${who}`);
  }
  return first.id;
}

/**
 * Returns the ID of the person. If the person was merged into another person, returns the ID of that other person.
 * @throws CommandError if the organisation has no such person
 */
export async function requirePersonId(store: Store, organisationId: number, id: number): Promise<number> {
  const survivor = await findSurvivor(store.members, organisationId, id);
  if (survivor !== null) return survivor;
  throw new CommandError(`There is no person ${id} in organisation ${organisationId}`);
}

async function findByNumber(store: Store, organisationId: number, number: string) {
  const rows = await store.members
    .selectFrom('membership')
    .select('person_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('membership_number', '=', number)
    .execute();
  return findPeople(store, { organisationId, ids: rows.map((row) => row.person_id) });
}

export interface PersonOptions extends WhoOptions {
  organisation?: number;
  reason?: string;
  json?: boolean;
}
