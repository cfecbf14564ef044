/** Pages leave out what the person may not see. The service itself enforces this. */
import type { OfficeMe } from '@/lib/contract/office';
import type { MemberColumn } from '@/lib/contract/office-members';
import { ownFields } from '@/lib/contract/fields/office-fields';
import { createOfficerAccess, hiddenPartOf, type OfficerAccess } from '@/lib/contract/officer-access';
import { officerGroupNames, officerGroups, type OfficerGroup } from '@/lib/contract/officer-groups';
import {
  columnsHiddenFrom,
  filtersHiddenFrom,
  partHiddenFrom,
  type ReaderAccess,
} from '@/lib/contract/reader-access';
import { columnsWithout, parameterOf, type MembersFilterName, type MembersView } from './members-view';

type Me = Pick<OfficeMe, 'OfficerAccess' | 'ReadersSeeContact'>;

/** null: the person is not an officer. */
export function officerAccessOf({ OfficerAccess: setting }: Me): OfficerAccess | null {
  return setting === null ? null : createOfficerAccess(setting);
}

/** null: the person is not a reader. */
function readerAccessOf({ ReadersSeeContact: seesContact }: Me): ReaderAccess | null {
  return seesContact === null ? null : { seesContact };
}

export interface HiddenFields {
  filters: readonly MembersFilterName[];
  columns: readonly MemberColumn[];
}

export function hiddenFieldsOf(me: Me, filters: readonly MembersFilterName[]): HiddenFields {
  const reader = readerAccessOf(me);
  if (reader !== null) {
    const names = filtersHiddenFrom(reader);
    return {
      filters: filters.filter((name) => names.includes(parameterOf(name))),
      columns: columnsHiddenFrom(reader),
    };
  }
  const officer = officerAccessOf(me);
  if (officer?.isLimited !== true) return { filters: [], columns: [] };
  const hidden = officerGroupNames.filter((name) => !officer.sees(name));
  const groups = hidden.map((name): OfficerGroup => officerGroups[name]);
  const own = (part: 'filter' | 'list') =>
    ownFields(part).flatMap(({ name, path }) => (officer.seesField(path) ? [] : name));
  const names: string[] = [...groups.flatMap((group) => group.filters), ...own('filter')];
  return {
    filters: filters.filter((name) => names.includes(parameterOf(name))),
    columns: ['changed', ...groups.flatMap((group) => group.columns), ...own('list')],
  };
}

/**
 * The view without hidden columns. If the list is sorted by a field that the person may not see, it is sorted by name
 * instead.
 */
export function visibleView(view: MembersView, me: Me): MembersView {
  const [officer, reader] = [officerAccessOf(me), readerAccessOf(me)];
  const { sort } = view;
  const isSortHidden =
    (officer !== null && hiddenPartOf(officer, { sort }) !== null) ||
    (reader !== null && partHiddenFrom(reader, { sort }) !== null);
  const shown = columnsWithout(view, hiddenFieldsOf(me, []).columns);
  return isSortHidden ? { ...shown, sort: 'name', after: null } : shown;
}
