import { ownEntries } from '@/lib/contract/fields/office-fields';
import { membersText } from '@/lib/messages/office-members';
import { filterNames, parameterOf, type MembersFilterName } from './members-view';

export const filterLabels: Readonly<Record<MembersFilterName, string>> = {
  ...membersText,
  q: membersText.search,
  title: membersText.personTitle,
  phone: membersText.anyPhone,
  email: membersText.hasEmail,
  ...ownEntries('filter', ({ caption }) => caption),
};

/** Replaces the parameter's name in the API's message by the label of the filter. */
export function withLabel(text: string): string {
  return text.replace(/^"(\w+)"/, (quoted, parameter: string) => {
    const name = filterNames.find((one) => parameterOf(one) === parameter);
    return name === undefined ? quoted : `“${filterLabels[name]}”`;
  });
}
