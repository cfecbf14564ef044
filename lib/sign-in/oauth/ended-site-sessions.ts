/**
 * Tells sites which sessions ended without a sign-out: after twelve hours, or because the client's rules now refuse the
 * member.
 */
import { sql } from 'kysely';
import { queueLogouts } from '@/lib/sign-in/accounts/session-sites';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { mayBeUsedBy } from './client-rules';
import { findClient, type Client } from './clients';

/** The maximum number of sessions that one transaction ends, so that no transaction is long. */
const atOnce = 500;

export class EndedSiteSessions {
  readonly #store: Store;
  /** What the last check of each organisation depended on. A check is repeated only if this has changed. */
  readonly #checked = new Map<number, string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Queues a notice to each site whose sessions have ended, and to each site that the member may no longer use. */
  async queue(now: Date): Promise<void> {
    await this.#queueExpired(now);
    for (const [organisationId, key] of await this.#findChanged(now)) {
      await this.#queueRefused(organisationId, now);
      this.#checked.set(organisationId, key);
    }
  }

  async #queueExpired(now: Date): Promise<void> {
    const { auth } = this.#store;
    for (;;) {
      const ended = await auth
        .selectFrom('session_site')
        .leftJoin('session', 'session.session_hash', 'session_site.session_hash')
        .select(['session_site.session_hash', 'session_site.organisation_id'])
        .distinct()
        .where((is) =>
          is.or([is('session.session_hash', 'is', null), is('session.expires_at', '<=', now.getTime())]),
        )
        .orderBy('session_site.session_hash')
        .limit(atOnce)
        .execute();
      if (ended.length === 0) return;
      await auth.transaction().execute(async (transaction) => {
        for (const { organisation_id: organisationId, session_hash: sessionHash } of ended)
          await queueLogouts(transaction, { organisationId, sessionHash }, now);
      });
    }
  }

  /** Organisations whose data, date, clients or sites have changed since their last check. */
  async #findChanged(now: Date): Promise<Map<number, string>> {
    const rows = await this.#store.auth
      .selectFrom('session_site')
      .innerJoin('client', 'client.id', 'session_site.client_id')
      .select(['session_site.organisation_id', 'client.id', 'client.rules'])
      .select(sql<number>`count(*)`.as('sites'))
      .groupBy(['session_site.organisation_id', 'client.id', 'client.rules'])
      .orderBy('session_site.organisation_id')
      .orderBy('client.id')
      .execute();
    const changed = new Map<number, string>();
    const ofOrganisation = new Map<number, typeof rows>();
    for (const row of rows) {
      const own = ofOrganisation.get(row.organisation_id) ?? [];
      own.push(row);
      ofOrganisation.set(row.organisation_id, own);
    }
    for (const [organisationId, own] of ofOrganisation) {
      const day = await readDay(this.#store.members, organisationId, now);
      const key = JSON.stringify([
        day?.version,
        day?.today,
        own.map(({ id, rules, sites }) => [id, rules, sites]),
      ]);
      if (this.#checked.get(organisationId) !== key) changed.set(organisationId, key);
    }
    return changed;
  }

  async #queueRefused(organisationId: number, now: Date): Promise<void> {
    const { auth } = this.#store;
    const pairs = await auth
      .selectFrom('session_site')
      .select(['client_id', 'person_id'])
      .distinct()
      .where('organisation_id', '=', organisationId)
      .orderBy('client_id')
      .orderBy('person_id')
      .execute();
    const clients = new Map<string, Client | null>();
    for (const { client_id: clientId, person_id: personId } of pairs) {
      if (!clients.has(clientId))
        clients.set(clientId, await findClient(this.#store, organisationId, clientId));
      const client = clients.get(clientId) ?? null;
      // A revoked client (null) gets no notice, because the notice would not be delivered.
      if (client === null || (await mayBeUsedBy(this.#store, { client, personId, now }))) continue;
      await auth
        .transaction()
        .execute((transaction) =>
          queueLogouts(transaction, { organisationId, personIds: [personId], clientId }, now),
        );
    }
  }
}
