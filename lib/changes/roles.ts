/** Who may use the office (docs/decisions.md, J22 and J23). */
import { officeRoles, type OfficeRole } from '@/lib/contract/fields/role';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { RoleRecord } from '@/lib/store/schema/records';
import type { RoleHolder } from '@/lib/store/roles';

/** The message says what to do. */
export class RoleError extends Error {
  override name = 'RoleError';
  constructor(
    message: string,
    readonly problem: 'person' | 'last owner' | 'change' = 'change',
  ) {
    super(message);
  }
}

export interface RoleChange {
  personId: number;
  role: OfficeRole;
  /**
   * An officer's chapters. A grant needs at least one chapter. A revocation removes only these chapters. If the list is
   * empty, a revocation removes all chapters.
   */
  chapterIds: readonly number[];
  /** Whether the change may leave the association without an owner. */
  isForced: boolean;
}

/**
 * Replaces the person's role. An officer keeps their chapters and gets the new ones too.
 * @returns the role as it is now
 * @throws RoleError
 */
export async function grantRole(writer: MembersWriter, change: RoleChange): Promise<RoleRecord> {
  const { role, chapterIds } = change;
  const before = await requireHolder(writer, change.personId);
  const kept =
    before.role === 'officer' && role === 'officer' && chapterIds.length > 0 ? before.chapterIds : [];
  return setRole(writer, { ...change, chapterIds: [...kept, ...chapterIds] });
}

/**
 * Gives the person exactly this role and these chapters.
 * @returns the role as it is now
 * @throws RoleError
 */
export async function setRole(
  writer: MembersWriter,
  { personId, role, chapterIds, isForced }: RoleChange,
): Promise<RoleRecord> {
  const before = await requireHolder(writer, personId);
  if (role === 'officer' && chapterIds.length === 0)
    throw new RoleError('An officer needs at least one chapter');
  requireNoChapters(role, chapterIds);
  for (const id of chapterIds) {
    if (writer.structure.find('chapter', id) === null) throw new RoleError(`There is no chapter ${id}`);
  }
  return put(writer, before, { role, chapterIds: [...new Set(chapterIds)] }, isForced);
}

/**
 * Takes a role away, or chapters from an officer. An officer without chapters has no role.
 * @returns the role as it is now
 * @throws RoleError
 */
export async function revokeRole(
  writer: MembersWriter,
  { personId, role, chapterIds, isForced }: RoleChange,
): Promise<RoleRecord> {
  const before = await requireHolder(writer, personId);
  requireNoChapters(role, chapterIds);
  const missing = chapterIds.find((id) => !before.chapterIds.includes(id));
  if (before.role !== role || missing !== undefined) {
    const of = missing === undefined ? '' : ` of chapter ${missing}`;
    throw new RoleError(`Person ${before.id} is not ${withArticle(role)}${of}`);
  }
  const left = chapterIds.length === 0 ? [] : before.chapterIds.filter((id) => !chapterIds.includes(id));
  return put(
    writer,
    before,
    left.length === 0 ? { role: null, chapterIds: [] } : { role, chapterIds: left },
    isForced,
  );
}

/** The more powerful role. Two officers' chapters are joined. */
export function mergeRoles(from: RoleRecord, into: RoleRecord): RoleRecord {
  if (from.role === 'officer' && into.role === 'officer')
    return { ...into, chapterIds: [...new Set([...into.chapterIds, ...from.chapterIds])] };
  return powerOf(from) > powerOf(into) ? { ...from, id: into.id } : into;
}

/** An officer without chapters has no role. */
export async function removeOfficers(writer: MembersWriter, chapterId: number): Promise<void> {
  for (const holder of await writer.roles.all()) {
    if (!holder.chapterIds.includes(chapterId)) continue;
    const chapterIds = holder.chapterIds.filter((id) => id !== chapterId);
    await writer.roles.put({ ...holder, role: chapterIds.length === 0 ? null : holder.role, chapterIds });
  }
}

function isLastOwner(personId: number, holders: readonly RoleHolder[]): boolean {
  const owners = holders.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.id === personId;
}

export function withArticle(role: OfficeRole): string {
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;
}

async function put(
  writer: MembersWriter,
  before: RoleRecord,
  change: Omit<RoleRecord, 'id'>,
  isForced: boolean,
): Promise<RoleRecord> {
  const isDemoted = before.role === 'owner' && change.role !== 'owner';
  if (isDemoted && !isForced && isLastOwner(before.id, await writer.roles.all()))
    throw new RoleError(
      `Person ${before.id} is the only owner: make somebody else an owner first`,
      'last owner',
    );
  await writer.roles.put({ id: before.id, ...change });
  return writer.roles.of(before.id);
}

async function requireHolder(writer: MembersWriter, id: number): Promise<RoleRecord> {
  const personId = await writer.aliases.survivorOf(id);
  if ((await writer.persons.find(personId)) === null)
    throw new RoleError(`There is no person ${id}`, 'person');
  return writer.roles.of(personId);
}

function requireNoChapters(role: OfficeRole, chapterIds: readonly number[]): void {
  if (role !== 'officer' && chapterIds.length > 0) throw new RoleError('Only an officer has chapters');
}

/** 0: no role. */
function powerOf({ role }: RoleRecord): number {
  return role === null ? 0 : officeRoles.length - officeRoles.indexOf(role);
}
