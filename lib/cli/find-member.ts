import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { readMemberDocuments, type MemberDocument } from '@/lib/store/member-documents';
import { chooseOrganisation } from './choose-organisation';
import { CommandError, UsageError, type Session } from './session';

export interface MemberChoice {
  id: number | undefined;
  number?: string;
  organisation?: number;
}

export interface FoundMember extends MemberDocument {
  organisationId: number;
  membershipId: number;
  /** ISO date in the organisation's time zone. */
  today: string;
}

/** The operator sees everything. */
export const fullView = { seesAdminExtras: true, seesExactPoints: true, namesOthers: true };

/**
 * The one membership that the command line names.
 * @throws CommandError if there is no such membership, or if there are several
 * @throws UsageError if the options do not name the membership in exactly one way
 */
export async function requireMember(
  { store, clock }: Session,
  { id, number, organisation }: MemberChoice,
): Promise<FoundMember> {
  if ((id === undefined) === (number === undefined)) {
    throw new UsageError("Give either the membership's ID or --number NUMBER");
  }
  const organisationId = await chooseOrganisation(store, organisation ?? null);
  const membershipId = id ?? (await findByNumber(store, organisationId, number ?? ''));
  const day = await readDay(store.members, organisationId, clock());
  const documents =
    day === null ? null : await readMemberDocuments(store.members, { day, view: fullView }, [membershipId]);
  const document = documents?.get(membershipId);
  if (day === null || document === undefined) {
    throw new CommandError(`There is no membership ${membershipId} in organisation ${organisationId}`);
  }
  return { ...document, organisationId, membershipId, today: day.today };
}

async function findByNumber(store: Store, organisationId: number, number: string): Promise<number> {
  const found = await store.members
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('membership_number', '=', number)
    .orderBy('id')
    .limit(20)
    .execute();
  const [first] = found;
  if (first === undefined) {
    throw new CommandError(`No membership in organisation ${organisationId} has the number ${number}`);
  }
  if (found.length === 1) return first.id;
  const ids = found.map(({ id }) => id).join(', ');
  throw new CommandError(`Several memberships have the number ${number}; give the ID of one: ${ids}`);
}
