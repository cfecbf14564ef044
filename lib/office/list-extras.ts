/** Columns of the office's list that are read only if somebody asks for them: answers, sign-ins and invitations. */
import type { Kysely } from 'kysely';
import { dateInZone } from '@/lib/base/clock';
import {
  extraOfColumn,
  isAnswerColumn,
  type MemberColumn,
  type OfficeMemberRow,
} from '@/lib/contract/office-members';
import { readInvitations, readLastSignIns } from '@/lib/sign-in/accounts/sign-in-times';
import type { OfficeListRow } from '@/lib/store/lists/office-list';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Day } from '@/lib/store/day';
import { readStructure } from '@/lib/store/structure';
import type { OfficeAccess } from './office-check';
import { seenFieldsOf } from './officer-limits';

interface Asked {
  access: OfficeAccess;
  day: Day;
  columns: readonly MemberColumn[];
  rows: readonly OfficeListRow[];
}

type Extras = Pick<OfficeMemberRow, 'SignedIn' | 'Invited' | 'Answers'>;
type Shown = Omit<OfficeMemberRow, keyof Extras>;

/** What the caller may not see is absent. */
export async function withExtras(
  auth: Kysely<AuthDatabase>,
  members: Kysely<MembersDatabase>,
  asked: Asked,
  show: (row: OfficeListRow) => Shown,
): Promise<OfficeMemberRow[]> {
  const { access, day, columns, rows } = asked;
  const of = { organisationId: day.organisationId, personIds: rows.map(({ personId }) => personId) };
  const isSeen = (column: MemberColumn) => columns.includes(column) && access.reader === null;
  const signIns = isSeen('signedIn') ? await readLastSignIns(auth, of) : null;
  const invitations = isSeen('invited') ? await readInvitations(auth, of) : null;
  const answers = await readAnswers(members, asked);
  const dayOf = (at: Date | undefined) => (at === undefined ? null : dateInZone(at, day.timeZone));
  return rows.map((row) => ({
    ...show(row),
    ...(signIns !== null && { SignedIn: dayOf(signIns.get(row.personId)) }),
    ...(invitations !== null && { Invited: dayOf(invitations.get(row.personId)) }),
    ...(answers !== null && { Answers: answers.get(row.id) ?? {} }),
  }));
}

/** null: no column has answers. */
async function readAnswers(
  db: Kysely<MembersDatabase>,
  { access, day: { organisationId }, columns, rows }: Asked,
): Promise<Map<number, Record<string, string[]>> | null> {
  const asked = columns.filter(isAnswerColumn).map((column) => Number(extraOfColumn(column)));
  if (asked.length === 0) return null;
  const extras = (await readStructure(db, organisationId))?.extras;
  const { seesExtra } = seenFieldsOf(access);
  const seen = asked.filter((id) => {
    const extra = extras?.get(id);
    return extra !== undefined && seesExtra(id, extra.isAdminOnly);
  });
  const found = new Map<number, Record<string, string[]>>();
  if (seen.length === 0 || rows.length === 0) return found;
  const answers = await db
    .selectFrom('answer')
    .select(['membership_id', 'extra_id', 'answer'])
    .where('organisation_id', '=', organisationId)
    .where(
      'membership_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('extra_id', 'in', seen)
    .where('addon_position', '=', -1)
    .orderBy('membership_id')
    .orderBy('position')
    .execute();
  for (const { membership_id: id, extra_id: extra, answer } of answers) {
    const own = found.get(id) ?? {};
    own[extra] = [...(own[extra] ?? []), answer];
    found.set(id, own);
  }
  return found;
}
