import type { Command } from 'commander';
import { closeErasureRequest, listErasureRequests } from '@/lib/membership-accounts/erasure-requests';
import { byCommand } from '@/lib/membership-store/journal';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { findPersonId, withWho, type WhoOptions } from './find-person';
import { oneLine } from './printable';
import type { Terminal } from './terminal';
import { CommandError, withSession, type Session } from './session';

interface Options extends WhoOptions {
  organisation?: number;
  reason: string;
  json?: boolean;
}

export function addErasureRequestCommands(person: Command, terminal: Terminal): void {
  withOrganisation(person.command('list'))
    .description('list the people who asked to be erased')
    .requiredOption('--erasure-requests', 'open requests, oldest first')
    .option('--json', 'one JSON document on standard output: requests')
    .action((options: Omit<Options, 'reason'>) =>
      withSession(terminal, options, (session) => listRequests(session, options)),
    );
  withWho(withOrganisation(person.command('refuse-erasure')))
    .description('close a request for erasure without erasing; the person sees that it is closed')
    .requiredOption('--reason <text>', 'the reason, for the journal')
    .option('--json', 'one JSON document on standard output: personId')
    .action((options: Options) =>
      withSession(terminal, options, (session) => refuseRequest(session, options)),
    );
}

async function listRequests(
  { store, print }: Session,
  { organisation }: Pick<Options, 'organisation'>,
): Promise<void> {
  const organisationId = await chooseOrganisation(store, organisation ?? null);
  const requests = await listErasureRequests(store, organisationId);
  const rows = requests.map(({ person: { id, name, email }, requestedAt }) => ({
    personId: id,
    name,
    email,
    requestedAt: requestedAt.toISOString(),
  }));
  const lines = rows.map(({ personId, name, email, requestedAt }) =>
    oneLine(`Person ${personId}: ${name}, ${email || 'no email address'}, asked on ${requestedAt}`),
  );
  print({ requests: rows }, lines.length === 0 ? 'Nobody has asked to be erased.' : lines);
}

async function refuseRequest({ store, clock, print }: Session, options: Options): Promise<void> {
  const organisationId = await chooseOrganisation(store, options.organisation ?? null);
  const personId = await findPersonId(store, organisationId, options);
  const cause = byCommand('person refuse-erasure', options.reason);
  const isClosed = await closeErasureRequest(
    store,
    { organisationId, personId },
    { operation: 'refused', cause, now: clock() },
  );
  if (!isClosed) throw new CommandError(`Person ${personId} has no open request for erasure`);
  print(
    { personId },
    `The request of person ${personId} is closed. The person sees that it is closed, but not the reason: write to the person.`,
  );
}
