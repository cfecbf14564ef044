/** What the service does besides responding to requests. */
import { randomUUID } from 'node:crypto';
import { monthsBefore } from '@/lib/base/clock';
import type { Mailer } from '@/lib/mail/mailer';
import { deliverWaiting } from '@/lib/mail/deliver-waiting';
import { deleteOldMails } from '@/lib/mail/mail-record';
import { toMailSettings } from '@/lib/mail/mail-state';
import { settleChangedEmails } from '@/lib/sign-in/accounts/proven-email';
import { applyErasures } from '@/lib/privacy/erasure/apply-erasures';
import { settleErasures } from '@/lib/privacy/erasure/settle-erasures';
import { describeWaiting, findWaitingLapses, recordLapses } from '@/lib/changes/journal/lapses';
import { deleteOldChanges, findCleanable } from '@/lib/changes/journal/retention';
import { NoticeSender } from '@/lib/notify/reminders/sender';
import { purgeClientUses, type ClientUses } from '@/lib/sign-in/oauth/client-uses';
import { EndedSiteSessions } from '@/lib/sign-in/oauth/ended-site-sessions';
import { deleteOldAccountChanges } from '@/lib/store/account-journal';
import { purgeExpired } from '@/lib/store/auth-purge';
import type { Store } from '@/lib/store/database';
import {
  findServers,
  forgetServer,
  heartbeatMs,
  recordServer,
  type RunningServer,
} from '@/lib/store/servers';
import { purgeMissedSearches, type MissedSearches } from '@/lib/office/missed-searches/missed-searches';
import { WebhookDispatcher, type WebhookFigures } from '@/lib/notify/webhooks/dispatcher';
import type { EmbeddedServices } from './embedded-services';
import { LogoutDeliverer } from './logout-deliverer';

const siteRefreshMs = 5_000;
/** The interval at which counts are stored. If the process is killed, the counts since the last time are lost. */
const clientUsesMs = 30_000;
const missedSearchesMs = 60_000;
const purgeMs = 5 * 60_000;
/** A membership that ends at midnight has its journal row within a minute. */
const lapseMs = 20_000;
const retentionMs = 60 * 60_000;
/** If a command is killed during an erasure, the server completes the erasure within a minute. */
const erasureMs = 30_000;
/** At most one reminder a second. */
const noticeMs = 1000;
const waitingMailMs = 20_000;
/** A site with a logout address learns within a minute that a membership has lapsed. */
const endedSitesMs = 20_000;

interface Parts {
  /** Hands an email over to the mail server, without recording it. */
  send: Mailer;
  clientUses: ClientUses;
  missedSearches: MissedSearches;
  heartbeat: Heartbeat;
  refreshSite: () => Promise<void>;
}

export interface BackgroundWork {
  webhookFigures: () => WebhookFigures;
  /** Waits for the emails and deliveries that are being sent. */
  stop(): Promise<void>;
}

export function startBackgroundWork(
  store: Store,
  services: EmbeddedServices,
  { send, clientUses, missedSearches, heartbeat, refreshSite }: Parts,
): BackgroundWork {
  const { config, clock, authSecret, log } = services;
  const { baseUrl, contactEmail, dataDir, smtpUrl, mailFrom: from } = config;
  const canSend = toMailSettings(config).server !== null;
  const notices = new NoticeSender({ store, clock, send, canSend, baseUrl, contactEmail, authSecret });
  const endedSites = new EndedSiteSessions(store);
  const timers = [
    repeat(siteRefreshMs, refreshSite),
    repeat(purgeMs, () => purgeExpired(store, clock())),
    repeat(clientUsesMs, () => clientUses.flush()),
    repeat(retentionMs, () => purgeClientUses(store, clock())),
    repeat(missedSearchesMs, () => missedSearches.flush()),
    repeat(retentionMs, () => purgeMissedSearches(store, clock())),
    repeat(
      endedSitesMs,
      onlyOne()(() => endedSites.queue(clock())),
    ),
    repeat(purgeMs, () => store.settleAccounts()),
    repeat(purgeMs, () => settleChangedEmails(store)),
    ...maintainErasures(store, services),
    ...maintainJournal(store, services),
    repeat(heartbeatMs, () => heartbeat.beat()),
    repeat(noticeMs, () => notices.step()),
    ...(smtpUrl === null
      ? []
      : [
          repeat(
            waitingMailMs,
            onlyOne()(() => deliverWaiting({ store, clock, dataDir, smtpUrl, from })),
          ),
        ]),
  ];
  const webhooks = new WebhookDispatcher({ store, clock, authSecret, log });
  webhooks.start();
  const logouts = new LogoutDeliverer({ store, clock, authSecret, baseUrl, log });
  logouts.start();
  return {
    webhookFigures: () => webhooks.figures(),
    async stop() {
      timers.forEach(clearInterval);
      await notices.stop();
      await webhooks.stop();
      await logouts.stop();
    },
  };
}

/** Tells the other servers with the same database that this one is running, and counts them. */
export class Heartbeat {
  readonly #store: Store;
  readonly #self: Omit<RunningServer, 'clockAheadMs'>;
  #serverCount = 1;

  constructor(store: Store, self: Omit<RunningServer, 'id' | 'clockAheadMs'>) {
    this.#store = store;
    this.#self = { id: randomUUID(), ...self };
  }

  /** Including this server. */
  get serverCount(): number {
    return this.#serverCount;
  }

  async beat(): Promise<void> {
    await recordServer(this.#store, this.#self);
    this.#serverCount = (await findServers(this.#store)).length;
  }

  /** If the database is unavailable, the other servers notice after some time that this one has stopped. */
  async stop(): Promise<void> {
    await forgetServer(this.#store, this.#self.id).catch(() => {});
  }
}

/**
 * Completes erasures that another process has left unfinished. Also writes the erasures of other servers to the file of
 * erasures.
 */
function maintainErasures(store: Store, { config, clock, forgetErased }: EmbeddedServices): NodeJS.Timeout[] {
  const erasures = { dataDir: config.dataDir, clock, forgetErased };
  const alone = onlyOne();
  return [
    repeat(
      erasureMs,
      alone(() => settleErasures(store, erasures)),
    ),
    repeat(
      purgeMs,
      alone(() => applyErasures(store, erasures)),
    ),
  ];
}

/** Records lapsed memberships, and deletes changes after their retention time. */
function maintainJournal(store: Store, { config, clock, log }: EmbeddedServices): NodeJS.Timeout[] {
  const warned = new Set<number>();
  const note = async () => {
    for (const waiting of await findWaitingLapses(store, clock())) {
      const { organisationId } = waiting;
      if (!waiting.needsConfirmation)
        await recordLapses(store, { organisationId, now: clock(), isConfirmed: false });
      else if (!warned.has(organisationId)) {
        const { text, fix } = describeWaiting(waiting);
        log.warn(`${text}. ${fix}`);
        warned.add(organisationId);
      }
    }
  };
  const clean = async () => {
    const before = monthsBefore(clock(), config.journalMonths);
    for (const organisationId of await findCleanable(store, clock())) {
      await deleteOldChanges(store, { organisationId, before });
      await deleteOldAccountChanges(store.auth, { organisationId, before });
      await deleteOldMails(store, { organisationId, before });
    }
  };
  return [repeat(lapseMs, note), repeat(retentionMs, clean)];
}

/** Skips a run while the previous one continues, because a run may take longer than the interval. */
function onlyOne(): (work: () => Promise<unknown>) => () => Promise<void> {
  let isRunning = false;
  return (work) => async () => {
    if (isRunning) return;
    isRunning = true;
    await work().finally(() => (isRunning = false));
  };
}

/** After a failure (such as an unreachable database), the next run tries again. */
function repeat(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  const timer = setInterval(() => void work().catch(() => {}), ms);
  timer.unref();
  return timer;
}
