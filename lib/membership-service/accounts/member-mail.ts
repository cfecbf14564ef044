/** Mail to a member from somebody who is not to know their address: it is looked up here and goes nowhere else. */
import { z } from 'zod';
import type { Clock } from '@/lib/clock';
import { undelivered, type Mail, type Mailer } from '../mail';
import type { Store } from '../store/database';
import { readDay } from '../store/day';
import { statusOn } from '../store/status';

/** A mail without its receiver's address. */
export interface MemberMail extends Omit<Mail, 'to'> {
  /** As the API writes it. */
  membershipId: string;
}

interface MemberMailSettings {
  store: Store;
  clock: Clock;
  mailer: Mailer;
  organisationId: number;
}

/**
 * Sends mail to a member who is in the directory now and takes messages; of anybody else it says nothing and sends
 * nothing. Rejects when the mail cannot be handed over, with an error that does not hold the address.
 */
export function createMemberMail(settings: MemberMailSettings): (mail: MemberMail) => Promise<void> {
  return async ({ membershipId, ...mail }) => {
    const to = await findMessageAddress(settings, Number(membershipId));
    if (to === null) return;
    try {
      await settings.mailer({ ...mail, to });
    } catch (error) {
      throw undelivered(`A message to membership ${membershipId}`, error);
    }
  };
}

/** Asked anew for each mail: the directory's own data may be some seconds old. Listed as decisions.md 35 has it. */
async function findMessageAddress(
  { store, clock, organisationId }: MemberMailSettings,
  membershipId: number,
): Promise<string | null> {
  const day = await readDay(store.members, organisationId, clock());
  if (day === null || !Number.isSafeInteger(membershipId)) return null;
  const row = await store.members
    .selectFrom('membership as m')
    .innerJoin('person as p', (join) =>
      join.onRef('p.organisation_id', '=', 'm.organisation_id').onRef('p.id', '=', 'm.person_id'),
    )
    .select(['p.email', 'm.show_fields', 'm.expiry_date', 'm.is_owing'])
    .where('m.organisation_id', '=', organisationId)
    .where('m.id', '=', membershipId)
    .where('m.is_listed', '=', 1)
    .where('m.is_approved', '=', 1)
    .where('m.searchable_until', '>=', day.today)
    .where((is) => is.or([is('m.expiry_date', 'is', null), is('m.expiry_date', '>=', day.today)]))
    .executeTakeFirst();
  if (row === undefined || row.email === '') return null;
  const status = statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date });
  return day.listedStatuses.includes(status) && takesMessages(row.show_fields) ? row.email : null;
}

/** Nobody does by default. `shown`: as `membership.show_fields` has it. */
function takesMessages(shown: string | null): boolean {
  return shown !== null && z.array(z.string()).parse(JSON.parse(shown)).includes('Messages');
}
