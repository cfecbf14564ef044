import { membersText } from '@/lib/messages/office-members';
import { filterNames, parameterOf, type MembersFilterName } from './members-view';

/** The label of each filter of the list of members. */
export const filterLabels: Readonly<Record<MembersFilterName, string>> = {
  ...membersText,
  q: membersText.search,
  title: membersText.personTitle,
  phone: membersText.anyPhone,
  email: membersText.hasEmail,
};

/** What the API says about a wrong parameter, with the label of the filter in place of the parameter's name. */
export function withLabel(text: string): string {
  return text.replace(/^"(\w+)"/, (quoted, parameter: string) => {
    const name = filterNames.find((one) => parameterOf(one) === parameter);
    return name === undefined ? quoted : `“${filterLabels[name]}”`;
  });
}
