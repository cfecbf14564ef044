/**
 * The sender of the email must not learn the member's address. The address is looked up here and passed only to the
 * mailer.
 */
import { z } from 'zod';
import type { Clock } from '@/lib/base/clock';
import { undelivered, type Mail, type Mailer } from '@/lib/mail/mailer';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { statusOn } from '@/lib/store/status';

export interface MemberMail extends Omit<Mail, 'to' | 'about'> {
  membershipId: string;
}

interface MemberMailServices {
  store: Store;
  clock: Clock;
  mailer: Mailer;
  organisationId: number;
}

/**
 * Sends email to a member who is in the directory now and accepts messages. For anyone else it sends nothing and
 * reports nothing. Rejects if the mail server does not accept the email. The error does not contain the address.
 */
export function createMemberMail(services: MemberMailServices): (mail: MemberMail) => Promise<void> {
  return async ({ membershipId, ...mail }) => {
    const receiver = await findReceiver(services, Number(membershipId));
    if (receiver === null) return;
    const { email: to, personId } = receiver;
    const about = {
      kind: 'message' as const,
      organisationId: services.organisationId,
      personId,
      membershipId: Number(membershipId),
    };
    try {
      await services.mailer({ ...mail, to, about });
    } catch (error) {
      throw undelivered(`A message to membership ${membershipId}`, error);
    }
  };
}

/**
 * The member is queried for each email, because the directory's data may be seconds old. docs/decisions.md 35 says who
 * is listed.
 */
async function findReceiver(
  { store, clock, organisationId }: MemberMailServices,
  membershipId: number,
): Promise<{ email: string; personId: number } | null> {
  const day = await readDay(store.members, organisationId, clock());
  if (day === null || !Number.isSafeInteger(membershipId)) return null;
  const row = await store.members
    .selectFrom('membership as m')
    .innerJoin('person as p', (join) =>
      join.onRef('p.organisation_id', '=', 'm.organisation_id').onRef('p.id', '=', 'm.person_id'),
    )
    .select(['p.id', 'p.email', 'm.show_fields', 'm.expiry_date', 'm.is_owing'])
    .where('m.organisation_id', '=', organisationId)
    .where('m.id', '=', membershipId)
    .where('m.is_listed', '=', 1)
    .where('m.is_approved', '=', 1)
    .where('m.searchable_until', '>=', day.today)
    .where((is) => is.or([is('m.expiry_date', 'is', null), is('m.expiry_date', '>=', day.today)]))
    .executeTakeFirst();
  if (row === undefined || row.email === '') return null;
  const status = statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date });
  if (!day.listedStatuses.includes(status) || !takesMessages(row.show_fields)) return null;
  return { email: row.email, personId: row.id };
}

/** A member who has chosen no fields accepts no messages. @param shown the value of `membership.show_fields` */
function takesMessages(shown: string | null): boolean {
  return shown !== null && z.array(z.string()).parse(JSON.parse(shown)).includes('Messages');
}
