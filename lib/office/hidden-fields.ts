/** What the pages leave out for somebody who does not see all fields. The service decides. */
import type { OfficeMe } from '@/lib/membership-api/office';
import { contactColumns, type MemberColumn } from '@/lib/membership-api/office-members';
import { createOfficerAccess, hiddenPartOf, type OfficerAccess } from '@/lib/membership-api/officer-access';
import { officerGroupNames, officerGroups, type OfficerGroup } from '@/lib/membership-api/officer-groups';
import { columnsWithout, parameterOf, type MembersFilterName, type MembersView } from './members-view';

type Me = Pick<OfficeMe, 'Role' | 'OfficerAccess'>;

/** What an officer sees and changes. null: the person is no officer. */
export function officerAccessOf({ OfficerAccess: setting }: Me): OfficerAccess | null {
  return setting === null ? null : createOfficerAccess(setting);
}

export interface HiddenFields {
  filters: readonly MembersFilterName[];
  columns: readonly MemberColumn[];
}

const ofReaders: HiddenFields = {
  filters: ['email', 'committee', 'mail', 'phone', 'street', 'postcode', 'mailing'],
  columns: contactColumns,
};

/** The filters and columns of the list of members that the person does not have. */
export function hiddenFieldsOf(me: Me, filters: readonly MembersFilterName[]): HiddenFields {
  if (me.Role === 'reader') return ofReaders;
  const officer = officerAccessOf(me);
  if (officer?.isLimited !== true) return { filters: [], columns: [] };
  const hidden = officerGroupNames.filter((name) => !officer.sees(name));
  const all = hidden.map((name): OfficerGroup => officerGroups[name]);
  return {
    filters: filters.filter((name) =>
      all.some((group) => group.filters.some((one) => one === parameterOf(name))),
    ),
    columns: ['changed', ...all.flatMap((group) => group.columns)],
  };
}

/** The same list without columns that the person does not have, in an order that they may use. */
export function visibleView(view: MembersView, me: Me): MembersView {
  const officer = officerAccessOf(me);
  const isSortHidden = officer !== null && hiddenPartOf(officer, { sort: view.sort }) !== null;
  const shown = columnsWithout(view, hiddenFieldsOf(me, []).columns);
  return isSortHidden ? { ...shown, sort: 'name', after: null } : shown;
}
