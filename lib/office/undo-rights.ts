/** Who may undo a change: whoever may make the change that the undo makes (docs/decisions.md, J12). */
import { officeEndpoints, type OfficeEndpointName } from '@/lib/contract/office-rights/role-table';
import type { OfficeRole } from '@/lib/contract/fields/role';
import type { JournalKind } from '@/lib/store/schema/members-schema';
import type { JournalRow } from '@/lib/store/journal-read';
import type { MembersWriter } from '@/lib/store/members-writer';
import { lookUp } from '@/lib/base/look-up';
import { noRole } from '@/lib/changes/refusals';
import { requireRecent, type OfficeAccess } from './office-check';

type Change = Pick<JournalRow, 'kind' | 'operation' | 'changes' | 'actor'>;
type Undone = Partial<Record<JournalRow['operation'], OfficeEndpointName>>;

const member: Undone = { created: 'removeMember', updated: 'changeMember', removed: 'addMember' };
const item: Undone = { created: 'removeItem', updated: 'changeItem', removed: 'addItem' };

/** For each change, the endpoint that makes the same change as its undo. No endpoint: only owners undo it. */
const endpoints: Record<JournalKind, Undone> = {
  membership: member,
  person: member,
  // Only imports and merges change the seats.
  committee: { updated: 'runImport', removed: 'runImport' },
  alias: { updated: 'mergeMember', removed: 'mergeMember' },
  distinct: { updated: 'separateMembers' },
  page: { created: 'removePage', updated: 'changePage', removed: 'addPage' },
  note: { updated: 'changeNote', removed: 'addNote' },
  notice_exclusion: { updated: 'excludeMember', removed: 'excludeMember' },
  role: { updated: 'setRole', removed: 'setRole' },
  organisation: { updated: 'changeSettings' },
  membership_type: item,
  category: item,
  chapter: item,
  addon: item,
  extra: item,
  mark: {},
  view: {},
  proposal: {},
  leaving: {},
  notice: {},
};

/** null: the role may undo the change. An import's own additions may still have changed since (`mayForce`). */
export function whyMayNotUndo(role: OfficeRole, change: Change): string | null {
  return mayUse(role, endpointOf(change)) || (isImportedAddition(change) && mayUse(role, 'runImport'))
    ? null
    : 'only an owner may undo it';
}

/** What the caller may undo. Checks the role again in the transaction of the undo. */
export async function findUndoRights(
  writer: MembersWriter,
  { personId, role, signedInAt }: OfficeAccess,
  { now, isTrial }: { now: Date; isTrial: boolean },
) {
  // An owner may have removed the caller's role since the check.
  if ((await writer.roles.of(personId)).role !== role) throw noRole();
  return {
    refusal: (row: JournalRow) => {
      const reason = whyMayNotUndo(role, row);
      const endpoint = endpointOf(row);
      if (reason === null && !isTrial && endpoint !== null && officeEndpoints[endpoint].isSensitive)
        requireRecent(signedInAt, now);
      return reason;
    },
    mayForce: (row: JournalRow) => mayUse(role, endpointOf(row)),
  };
}

function mayUse(role: OfficeRole, endpoint: OfficeEndpointName | null): boolean {
  if (officeEndpoints.undo.allowed[role] === 'no') return false;
  return role === 'owner' || (endpoint !== null && officeEndpoints[endpoint].allowed[role] === 'yes');
}

function endpointOf({ kind, operation }: Change): OfficeEndpointName | null {
  return lookUp(endpoints[kind], operation) ?? null;
}

/** An import adds the items that its file names, and the options that the answers in it name. */
function isImportedAddition({ actor, kind, operation, changes }: Change): boolean {
  if (actor.kind !== 'import' || endpoints[kind] !== item) return false;
  const fields = Object.keys(changes ?? {});
  const hasOnlyOptions = fields.every((name) => name === 'Options' || name === 'OptionsFromAnswers');
  return operation === 'created' || (operation === 'updated' && kind === 'extra' && hasOnlyOptions);
}
