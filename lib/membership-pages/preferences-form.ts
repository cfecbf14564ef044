import { furtherFields } from '@/lib/membership-api/directory-fields';
import { locationPrecisionSchema } from '@/lib/membership-api/words';
import { choiceText, preferencesText } from '@/lib/messages/preferences';
import type { Preferences } from '@/lib/membership-accounts/preferences';
import type { MemberRecord } from '@/lib/membership-schema/records';

/** A checkbox on the page. `fields`: the words of `Directory.Show` that it sets. */
export interface Choice {
  label: string;
  fields: string[];
  /** The choice is only for individual memberships. */
  isOfPersons?: true;
}

/**
 * The fields that each checkbox shows, in page order. One checkbox controls all parts of a person's name, so they are
 * shown together or not at all.
 */
const choices: Choice[] = [
  { label: choiceText.FirstName, fields: ['FirstName', 'LastName', 'Title'], isOfPersons: true },
  ...oneChoiceEach('Organisation', 'MembershipType', 'Categories', 'Chapter', 'JoiningDate', 'Suburb'),
  { label: choiceText.State, fields: ['State', 'Country'] },
  ...oneChoiceEach('Extras', 'Email', 'Phone', 'WorkPhone', 'Mobile'),
  ...oneChoiceEach('Locations', 'LocationAddress', 'LocationPhone', 'LocationWebsite'),
  ...furtherFields.map(({ name, wire, field }) => ({ label: field.caption ?? wire, fields: [name] })),
];

/** Makes one checkbox for each field. */
function oneChoiceEach(...fields: (keyof typeof choiceText)[]): Choice[] {
  return fields.map((field) => ({ label: choiceText[field], fields: [field] }));
}

/**
 * This choice makes no data public: it only shows a form on the member's page. The text that people write there is sent
 * to the member by email.
 */
export const messagesChoice: Choice = { label: preferencesText.takesMessages, fields: ['Messages'] };

export function choicesOf(kind: MemberRecord['membership']['kind']): Choice[] {
  return choices.filter(({ isOfPersons = false }) => !isOfPersons || kind === 'individual');
}

/** The names of the form fields. */
export const names = {
  listed: (membershipId: number) => `listed-${membershipId}`,
  show: (membershipId: number) => `show-${membershipId}`,
  precision: (membershipId: number, locationId: number) => `precision-${membershipId}-${locationId}`,
};

/**
 * Reads the choices for these members. A choice that is missing from the form is off. If the precision of a location is
 * missing, the precision is not changed.
 */
export function readPreferences(form: URLSearchParams, members: readonly MemberRecord[]): Preferences[] {
  return members.map(({ membership }) => {
    const ticked = form.getAll(names.show(membership.id));
    const offered = [...choicesOf(membership.kind), messagesChoice];
    const precisions = membership.locations.flatMap(({ id }) => {
      const chosen = locationPrecisionSchema.safeParse(form.get(names.precision(membership.id, id)));
      return chosen.success ? [[id, chosen.data] as const] : [];
    });
    return {
      membershipId: membership.id,
      isListed: form.get(names.listed(membership.id)) === 'on',
      show: offered.filter(({ fields }) => ticked.includes(fields[0] ?? '')).flatMap(({ fields }) => fields),
      precisions: new Map(precisions),
    };
  });
}
