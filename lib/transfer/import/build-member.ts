import { defaultDirectoryFields, membersDirectoryFields } from '@/lib/contract/directory-fields';
import { fromCells } from '@/lib/contract/fields/columns';
import { membershipFields } from '@/lib/contract/fields/membership';
import { blankMembership } from '@/lib/store/blank-records';
import type { AnswerRecord, HeldAddonRecord, MembershipRecord } from '@/lib/store/schema/records';
import { textKey } from '@/lib/base/text-key';
import { buildLocations, type LocationContext } from './build-locations';
import type { FieldName } from './fields';
import type { MemberRow } from './member-row';
import { readStanding } from './member-standing';
import type { ValueOptions } from './read-value';
import { membershipNumberOf } from './row-identity';
import { splitList } from './split-list';
import type { StructureNames } from './structure-names';

export interface BuildContext extends LocationContext {
  names: StructureNames;
  values: ValueOptions;
  /** ISO date. */
  today: string;
  listsNobody: boolean;
}

/** The stored membership with the file's values. `parentId`: the corporate membership that the row names. */
export async function buildMembership(
  row: MemberRow,
  {
    id,
    stored,
    parentId,
    freeNumber,
  }: {
    id: number;
    stored: MembershipRecord | null;
    parentId: number | null;
    /** The number of a new membership if the row has none. */
    freeNumber: () => Promise<string>;
  },
  context: BuildContext,
): Promise<MembershipRecord> {
  const base = stored ?? blankMembership(id, row.kind);
  const { values } = row;
  const has = (...fields: FieldName[]) => fields.some((field) => values.has(field));
  const cells = fromCells(membershipFields, base, (name) => values.find(name));
  const isPartBy = has('ParentNumber', 'ChapterhouseParentID', 'ExternalParentID', 'BundleID');
  const parent = isPartBy ? parentId : base.parentId;
  return {
    ...cells,
    kind: row.kind,
    parentId: parent,
    membershipNumber:
      membershipNumberOf(row.identity, values) || base.membershipNumber || (await freeNumber()),
    typeId: context.names.type(values.text('MembershipType'), base.typeId) ?? base.typeId,
    chapterId: has('Chapter')
      ? context.names.chapter(values.text('Chapter'), base.chapterId)
      : base.chapterId,
    ...readStanding(values, {
      cells,
      storedDate: base.expiryDate,
      inheritsDate: parent !== null,
      today: context.today,
    }),
    isListed: cells.isListed && !context.listsNobody,
    isMembersListed: cells.isMembersListed && !context.listsNobody,
    show: has('Show') ? values.get('Show') : (stored ?? contactsCompany(row, base)).show,
    showMembers: has('ShowMembers')
      ? (values.get('ShowMembers')?.filter((name) => membersDirectoryFields.includes(name)) ?? null)
      : base.showMembers,
    categoryIds: has('MembershipCategory')
      ? context.names.categories(values.get('MembershipCategory') ?? [], base.categoryIds)
      : base.categoryIds,
    addons: has('Addons') ? toAddons(row, context.names, base.addons) : base.addons,
    answers: toAnswers(row, context, base.answers),
    locations: await buildLocations(row, base.locations, context),
  };
}

/**
 * A new company that is made from the row of its contact: its only phone and address may be the contact's own. They are
 * not public unless the file or the office says so (docs/decisions.md, M5).
 */
function contactsCompany(
  { kind, values }: MemberRow,
  blank: MembershipRecord,
): Pick<MembershipRecord, 'show'> {
  const hasContact = values.text('FirstName') + values.text('LastName') !== '';
  if (kind !== 'corporate' || !hasContact) return blank;
  const mayBePrivate = new Set<string>([
    ...(values.has('LocationPhone') ? [] : ['LocationPhone']),
    ...(values.has('LocationAddress') ? [] : ['LocationAddress']),
  ]);
  if (mayBePrivate.size === 0) return blank;
  return { show: defaultDirectoryFields.organisation.filter((name) => !mayBePrivate.has(name)) };
}

/** An addon that the membership already has keeps its stored answers. */
function toAddons(
  { values }: MemberRow,
  names: StructureNames,
  before: readonly HeldAddonRecord[],
): HeldAddonRecord[] {
  return (values.get('Addons') ?? []).flatMap(({ name, quantity, expiryDate }, position) => {
    const addonId = names.addon(name, before[position]?.addonId ?? null);
    if (addonId === null) return [];
    const same = before[position]?.addonId === addonId ? before[position] : undefined;
    const answers = (same ?? before.find((held) => held.addonId === addonId))?.answers ?? [];
    return [{ addonId, quantity, expiryDate, answers }];
  });
}

/**
 * The answers to the file's extras replace the stored answers. If only their order would change, the stored order is
 * kept.
 */
function toAnswers(
  { extras }: MemberRow,
  { names, values }: BuildContext,
  before: readonly AnswerRecord[],
): AnswerRecord[] {
  if (extras.size === 0) return [...before];
  const fileExtraIds = new Set([...extras.keys()].map((column) => names.extras.get(column)?.id));
  const answers = before.filter(({ extraId }) => !fileExtraIds.has(extraId));
  for (const [column, cell] of extras) {
    const extra = names.extras.get(column);
    if (extra === undefined || cell === '') continue;
    const given = extra.answerType === 2 ? splitList(cell, values) : [cell];
    for (const one of given) {
      answers.push({ extraId: extra.id, answer: extra.options.get(textKey(one)) ?? one });
    }
  }
  const sorted = answers.sort((a, b) => a.extraId - b.extraId);
  return isSameAnswers(sorted, before) ? [...before] : sorted;
}

/** Ignores the order of the extras. */
function isSameAnswers(sorted: readonly AnswerRecord[], before: readonly AnswerRecord[]): boolean {
  const other = before.toSorted((a, b) => a.extraId - b.extraId);
  return (
    sorted.length === other.length &&
    sorted.every(({ extraId, answer }, at) => extraId === other[at]?.extraId && answer === other[at].answer)
  );
}
