import { isWithin } from './fields/access';
import { findOwnField } from './fields/office-fields';
import { officerAccess } from './fields/officer-access';
import {
  extraOfColumn,
  isAnswerColumn,
  isByChange,
  parametersOf,
  type MemberColumn,
  type OfficeExportQuery,
} from './office-members';
import {
  officerGroupNames,
  officerGroups,
  ungroupedFields,
  type OfficerGroup,
  type OfficerGroupName,
} from './officer-groups';
import type { BulkAction } from './office-bulk';

export interface OfficerAccess {
  setting: string;
  /** Whether anything is hidden from officers. */
  isLimited: boolean;
  sees: (group: OfficerGroupName) => boolean;
  edits: (group: OfficerGroupName) => boolean;
  seesExtra: (extraId: number) => boolean;
  editsExtra: (extraId: number) => boolean;
  hidesAnswers: boolean;
  /** @param path the path of a field in a member record, such as `User.Address` */
  seesField: (path: string) => boolean;
  editsField: (path: string) => boolean;
}

/** @param setting the lines of `OfficerAccess`; '' for the usual levels */
export function createOfficerAccess(setting: string): OfficerAccess {
  const { named, extras } = officerAccess.parse(setting);
  const level = (name: OfficerGroupName) => named.get(name) ?? officerGroups[name].usual;
  const levelOf = (extraId: number) => extras.get(extraId) ?? level('answers');
  const hidden = officerGroupNames.filter((name) => level(name) === 'hidden');
  const hidesAnswers = hidden.includes('answers') || [...extras.values()].includes('hidden');
  const has = (paths: readonly string[], path: string) => paths.some((one) => isWithin(path, one));
  const hiddenFields = [...ungroupedFields, ...hidden.flatMap((name) => officerGroups[name].fields)];
  const edits = (group: OfficerGroupName) => level(group) === 'edit';
  return {
    setting,
    isLimited: hidesAnswers || hidden.length > 0 || ungroupedFields.length > 0,
    sees: (group) => level(group) !== 'hidden',
    edits,
    seesExtra: (id) => levelOf(id) !== 'hidden',
    editsExtra: (id) => levelOf(id) === 'edit',
    hidesAnswers,
    seesField: (path) => !has(hiddenFields, path),
    editsField: (path) => {
      // Each question can have its own level. So officers may edit `Extras` if they may edit at least one answer.
      if (path === 'Extras') return edits('answers') || [...extras.values()].includes('edit');
      const needed = officerGroupNames.filter((name) => has(officerGroups[name].changes, path));
      // A change of the whole would replace the part that the officer does not see.
      const hasHiddenPart = ungroupedFields.some((one) => isWithin(one, path));
      return needed.length > 0 && needed.every(edits) && !hasHiddenPart;
    },
  };
}

export function isHiddenAnswer(value: unknown, { seesExtra }: OfficerAccess): boolean {
  const isAnswer = typeof value === 'object' && value !== null && 'Answer' in value && 'ID' in value;
  return isAnswer && !seesExtra(Number(value.ID));
}

/** The list's first parameter that would reveal a hidden value. null: no parameter would reveal a hidden value. */
export function hiddenPartOf(
  { isLimited, sees, seesField, seesExtra }: OfficerAccess,
  { filter, sort, columns }: Partial<Pick<OfficeExportQuery, 'filter' | 'sort' | 'columns'>>,
): string | null {
  const hides = (part: 'filters' | 'columns' | 'sorts', value: string) => {
    const own = findOwnField(value);
    if (own !== undefined) return !seesField(own.path);
    return officerGroupNames.some((name) => {
      const { [part]: hidden }: OfficerGroup = officerGroups[name];
      return !sees(name) && hidden.some((one) => one === value);
    });
  };
  const parameter =
    filter === undefined ? undefined : parametersOf(filter).find((one) => hides('filters', one));
  if (parameter !== undefined) return parameter;
  // The time of the last change is hidden too, because a hidden value may have changed at that time.
  if (sort !== undefined && (hides('sorts', sort) || (isLimited && isByChange(sort)))) return 'Sort';
  const hidesColumn = (one: MemberColumn) =>
    isAnswerColumn(one)
      ? !seesExtra(Number(extraOfColumn(one)))
      : hides('columns', one) || (isLimited && one === 'changed');
  return columns?.some(hidesColumn) === true ? 'Column' : null;
}

export function mayOfficerAsk({ edits, sees, editsField }: OfficerAccess, action: BulkAction): boolean {
  switch (action.Do) {
    case 'approve':
      return true;
    case 'chapter':
      return false;
    case 'end':
      return edits('dates');
    case 'place':
      return editsField('Locations');
    case 'invite':
      // The result of an invitation reveals who has no email address, so only officers who see contact details may
      // invite.
      return sees('contact');
    case 'set': {
      const own = findOwnField(action.Field);
      if (own !== undefined) return editsField(own.path);
      return officerGroupNames.some((name) => {
        const { bulk }: OfficerGroup = officerGroups[name];
        return edits(name) && bulk.includes(action.Field);
      });
    }
  }
}
