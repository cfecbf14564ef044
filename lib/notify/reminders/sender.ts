import { checkLinkToken } from '@/lib/base/check-link';
import type { Clock } from '@/lib/base/clock';
import { toMailFailure, type MailFailure } from '@/lib/mail/failure';
import { recordMail } from '@/lib/mail/mail-record';
import type { Mail, Mailer } from '@/lib/mail/mailer';
import type { Store } from '@/lib/store/database';
import { claimNotice, findReady, finishNotice, giveUpAbandoned, type ClaimedNotice } from './claim';
import { hasUnrecorded, readDueStates, recordDueNotices } from './record-due';
import { renderNotice } from './render';

export interface NoticeSenderServices {
  store: Store;
  clock: Clock;
  /** Hands an email over to the mail server, without recording it. */
  send: Mailer;
  /** false: no mail server is set. Reminders that are due then wait. */
  canSend: boolean;
  /** Without a trailing slash. */
  baseUrl: string;
  /** The address for replies if the association has no address of its own for them. null: nobody gets the replies. */
  contactEmail: string | null;
  /** Signs the links of the yearly question. */
  authSecret: string;
}

/** The time between searches for reminders that became due because a member was changed. */
const recordMs = 60_000;

/** Sends the reminders of all organisations that have switched them on. Several processes may do so together. */
export class NoticeSender {
  readonly #services: NoticeSenderServices;
  #recordedAt = 0;
  /** The state (`readDueStates`) in which the reminders of each organisation were last recorded. */
  readonly #recorded = new Map<number, string>();

  #running: Promise<void> | null = null;

  constructor(services: NoticeSenderServices) {
    this.#services = services;
  }

  /** Records due reminders, and sends at most one email for each organisation. Called about once a second. */
  async step(): Promise<void> {
    if (this.#running !== null) return;
    this.#running = this.#step();
    try {
      await this.#running;
    } finally {
      this.#running = null;
    }
  }

  /**
   * Waits until the email that is being sent is finished. If the sending were interrupted, nobody would know whether
   * the email was sent.
   */
  async stop(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  async #step(): Promise<void> {
    const { store, clock } = this.#services;
    const now = clock();
    const isTime = Math.abs(now.getTime() - this.#recordedAt) >= recordMs;
    if (isTime || (await hasUnrecorded(store, now))) {
      await this.#record(now);
      this.#recordedAt = now.getTime();
    }
    if (!this.#services.canSend) return;
    for (const organisationId of await findReady(store, clock())) {
      const claimed = await claimNotice(store, { organisationId, now: clock() });
      if (claimed !== null) await this.#send(claimed);
    }
  }

  async #record(now: Date): Promise<void> {
    const { store } = this.#services;
    for (const [organisationId, state] of await readDueStates(store, now)) {
      if (this.#recorded.get(organisationId) === state) continue;
      await recordDueNotices(store, { organisationId, now });
      this.#recorded.set(organisationId, state);
    }
    for (const { about, email } of await giveUpAbandoned(store, now))
      await recordMail(store, { about, email, failure: { problem: 'interrupted', smtpCode: null }, now });
  }

  async #send(claimed: ClaimedNotice): Promise<void> {
    const { store, clock } = this.#services;
    const { key, attempt, about, to } = claimed;
    let failure: MailFailure | null = null;
    try {
      await this.#services.send(this.#letterOf(claimed));
    } catch (error) {
      failure = toMailFailure(error);
    }
    const now = clock();
    const result = await finishNotice(store, { key, attempt, failure, now });
    if (result === 'sent' || result === 'failed') await recordMail(store, { about, email: to, failure, now });
  }

  #letterOf({ key, to, about, template, member, organisation, ...claimed }: ClaimedNotice): Mail {
    const { baseUrl, contactEmail, authSecret } = this.#services;
    const replyTo = claimed.replyTo ?? contactEmail;
    const { organisationId, membershipId, lastDay: askedOn } = key;
    const token = checkLinkToken(authSecret, { organisationId, membershipId, askedOn });
    const entryUrl = `${baseUrl}/account/check/${token}`;
    const facts = { member, organisation, accountUrl: `${baseUrl}/account`, entryUrl };
    return { to, about, ...renderNotice(template, facts), ...(replyTo === null ? {} : { replyTo }) };
  }
}
