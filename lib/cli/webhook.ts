import { InvalidArgumentError, type Command } from 'commander';
import { dateForms, parseDate } from '@/lib/contract/dates';
import { readWaiting, type RecentAttempt } from '@/lib/notify/webhooks/delivery-state';
import { eventGroups, typeOf, type EventGroup } from '@/lib/notify/webhooks/events';
import { sendTestEvent } from '@/lib/notify/webhooks/send-test';
import {
  addWebhook,
  enableWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  requireWebhook,
  rotateWebhook,
  toWebhook,
  type ReplayStart,
  type Webhook,
} from '@/lib/notify/webhooks/webhooks';
import { plural } from '@/lib/base/plural';
import { parseId } from './arguments';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { oneLine } from './printable';
import { secretOf, serversSecret } from './servers-secret';
import type { Terminal } from './terminal';
import { CommandError, UsageError, withSession, type Session } from './session';

interface JsonOption {
  json?: boolean;
}

/** `webhook add|list|show|test|replay|rotate|enable|remove`: systems that are notified of changes. */
export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhook = program.command('webhook').description('systems that are notified of changes');
  addAdd(webhook, terminal);
  addList(webhook, terminal);
  addShow(webhook, terminal);
  addTest(webhook, terminal);
  addReplay(webhook, terminal);
  addRotate(webhook, terminal);
  addSimple(webhook, terminal, {
    name: 'enable',
    description: 'enable a webhook that was disabled; it gets the events that it has missed',
    change: ({ store, clock }, id) => enableWebhook(store, id, clock()),
    done: (id) => ({ data: { id, enabled: true }, text: `Webhook ${id} is enabled.` }),
  });
  addSimple(webhook, terminal, {
    name: 'remove',
    description: 'remove a webhook; nothing more is sent to it',
    change: ({ store, clock }, id) => removeWebhook(store, id, clock()),
    done: (id) => ({ data: { id, removed: true }, text: `Webhook ${id} is removed.` }),
  });
}

interface AddOptions extends JsonOption {
  organisation?: number;
  events: EventGroup[];
  name?: string;
  adminExtras?: boolean;
  allowPrivate?: boolean;
}

function addAdd(webhook: Command, terminal: Terminal): void {
  withOrganisation(webhook.command('add'))
    .argument('<url>', 'the address that events are sent to')
    .requiredOption(
      '--events <list>',
      `the events to send, separated by commas: ${eventGroups.join(', ')}`,
      parseGroups,
    )
    .option('--name <name>', 'a name for the list of webhooks')
    .option('--admin-extras', 'also send changes to admin-only extras')
    .option('--allow-private', 'allow http, every port, and addresses of private networks')
    .description('notify a system of every change from now on; the secret is shown once')
    .option('--json', 'one JSON document on standard output: id, secret')
    .action((url: string, options: AddOptions) =>
      withSession(terminal, options, async (session) => {
        const { store, clock, print } = session;
        const organisationId = await chooseOrganisation(store, options.organisation ?? null);
        const authSecret = await serversSecret(session, 'the secret of the webhook');
        const settings = {
          organisationId,
          url,
          groups: options.events,
          name: options.name ?? '',
          seesAdminExtras: options.adminExtras ?? false,
          allowsPrivate: options.allowPrivate ?? false,
        };
        const { id, secret } = await addWebhook(store, settings, { authSecret, now: clock() });
        print({ id, secret }, [
          `Webhook ID: ${id}`,
          `Secret:     ${secret}`,
          'Store the secret at the receiver now: it is not shown again.',
          `Send a test: ./chapterhouse webhook test ${id}`,
        ]);
      }),
    );
}

function addList(webhook: Command, terminal: Terminal): void {
  webhook
    .command('list')
    .description('list webhooks, oldest first')
    .option('--organisation <id>', 'only webhooks of this organisation', parseId)
    .option('--json', 'one JSON document on standard output')
    .action((options: { organisation?: number } & JsonOption) =>
      withSession(terminal, options, async ({ store, print }) => {
        const webhooks = await listWebhooks(store, options.organisation ?? null);
        print(webhooks, webhooks.length > 0 ? webhooks.map(describe) : 'There are no webhooks yet.');
      }),
    );
}

function addShow(webhook: Command, terminal: Terminal): void {
  webhook
    .command('show')
    .argument('<id>', "the webhook's ID")
    .description('show a webhook, its last attempts, and the events that are waiting for another attempt')
    .option('--json', 'one JSON document on standard output: webhook, recent, waiting')
    .action((id: string, options: JsonOption) =>
      withSession(terminal, options, async ({ store, print }) => {
        const row = await requireWebhook(store, id);
        // The server wrote this JSON.
        const recent = JSON.parse(row.recent) as RecentAttempt[];
        const waiting = (await readWaiting(store, id)).map(({ event, attempts, retryAt, problem }) => ({
          type: typeOf(event),
          id: String(event.id),
          position: String(event.position),
          attempts,
          retryAt: new Date(retryAt).toISOString(),
          problem,
        }));
        print({ webhook: toWebhook(row), recent, waiting }, [
          describe(toWebhook(row)),
          `Last attempts (${recent.length}):`,
          ...recent.map(
            (one) =>
              `  ${one.at}  ${one.type} ${one.id}  position ${one.position}  ${one.result}  ${one.durationMs} ms`,
          ),
          `Events that are waiting for another attempt: ${waiting.length}`,
          ...waiting
            .slice(0, maxShown)
            .map(
              (one) =>
                `  ${one.type} ${one.id}  ${plural(one.attempts, 'attempt')}, next ${one.retryAt}: ${one.problem}`,
            ),
        ]);
      }),
    );
}

/** The maximum number of waiting events that the terminal shows. `--json` has all waiting events. */
const maxShown = 20;

function addTest(webhook: Command, terminal: Terminal): void {
  webhook
    .command('test')
    .argument('<id>', "the webhook's ID")
    .description('send an event "test" now, and show the response')
    .option('--json', 'one JSON document on standard output: result, status, detail')
    .action((id: string, options: JsonOption) =>
      withSession(terminal, options, async (session) => {
        const authSecret = secretOf(session);
        const { result, status, detail } = await sendTestEvent(session.store, id, {
          authSecret,
          now: Date.now,
        });
        const isDelivered = result === 'delivered';
        session.print(
          { result, status, detail },
          isDelivered ? `The receiver accepted the event (${detail}).` : `It failed: ${detail}.`,
        );
        if (!isDelivered) throw new CommandError(`The event was not accepted: ${detail}.`, true);
      }),
    );
}

interface ReplayOptions extends JsonOption {
  after?: string;
  reload?: boolean;
}

function addReplay(webhook: Command, terminal: Terminal): void {
  webhook
    .command('replay')
    .argument('<id>', "the webhook's ID")
    .option('--after <position>', 'a position, or a date or time such as 2026-07-01 or "-2 hours"')
    .option('--reload', 'tell the receiver to load everything')
    .description('send all events after a position or a time again')
    .option('--json', 'one JSON document on standard output: id, position, shortened')
    .action((id: string, options: ReplayOptions) =>
      withSession(terminal, options, async ({ store, clock, print }) => {
        const after = readStart(options, clock());
        const { position, isShortened } = await replayWebhook(store, { id, after }, clock());
        const note = isShortened ? ['Older changes are no longer stored: their events are not sent.'] : [];
        const what =
          after === 'reload'
            ? 'is told to load everything'
            : `gets everything after position ${position} again`;
        print({ id, position: String(position), shortened: isShortened }, [
          `The receiver of webhook ${id} ${what}.`,
          ...note,
        ]);
      }),
    );
}

function addRotate(webhook: Command, terminal: Terminal): void {
  webhook
    .command('rotate')
    .argument('<id>', "the webhook's ID")
    .description('give a webhook a new secret; for 24 hours, events are signed with both')
    .option('--now', 'stop using the old secret immediately')
    .option('--json', 'one JSON document on standard output: id, secret')
    .action((id: string, options: { now?: boolean } & JsonOption) =>
      withSession(terminal, options, async (session) => {
        const { store, clock, print } = session;
        const authSecret = await serversSecret(session, 'the secret of the webhook');
        const isImmediate = options.now ?? false;
        const secret = await rotateWebhook(store, { id, isImmediate }, { authSecret, now: clock() });
        print({ id, secret }, [
          `New secret: ${secret}`,
          'Store the secret at the receiver now: it is not shown again.',
        ]);
      }),
    );
}

function addSimple(
  webhook: Command,
  terminal: Terminal,
  {
    name,
    description,
    change,
    done,
  }: {
    name: string;
    description: string;
    change: (session: Session, id: string) => Promise<void>;
    done: (id: string) => { data: object; text: string };
  },
): void {
  webhook
    .command(name)
    .argument('<id>', "the webhook's ID")
    .description(description)
    .option('--json', 'one JSON document on standard output')
    .action((id: string, options: JsonOption) =>
      withSession(terminal, options, async (session) => {
        await change(session, id);
        const { data, text } = done(id);
        session.print(data, text);
      }),
    );
}

function parseGroups(text: string): EventGroup[] {
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const group = eventGroups.find((one) => one === word);
      if (group === undefined)
        throw new InvalidArgumentError(`Events must be one or more of ${eventGroups.join(', ')}.`);
      return group;
    });
}

function readStart({ after, reload = false }: ReplayOptions, now: Date): ReplayStart {
  if (reload === (after !== undefined)) throw new UsageError('Add either --after or --reload');
  return after === undefined ? 'reload' : parseAfter(after, now);
}

function parseAfter(text: string, now: Date): ReplayStart {
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) };
  const time = parseDate(text, { now, timeZone: 'UTC' });
  if (time === null) {
    throw new UsageError(`--after must be a position or ${dateForms}; a time without an offset is in UTC`);
  }
  return { time: time.instant };
}

function describe(webhook: Webhook): string {
  const { id, organisationId, groups, address, name } = webhook;
  const title = name === '' ? '' : `  ${oneLine(name)}`;
  return `${id}  organisation ${organisationId}  ${groups.join(' ')}  ${address}${title}  (${stateOf(webhook)})`;
}

function stateOf({ disabledAt, disabledReason, failures, lastDeliveredAt }: Webhook): string {
  if (disabledAt !== null) return `disabled ${disabledAt.toISOString()}: ${disabledReason}`;
  if (failures > 0)
    return failures === 1 ? 'the last attempt failed' : `the last ${failures} attempts failed`;
  return lastDeliveredAt === null ? 'nothing delivered yet' : `delivered ${lastDeliveredAt.toISOString()}`;
}
