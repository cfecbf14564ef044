import { lookUp } from '@/lib/look-up';
import { furtherFields } from '@/lib/membership-api/directory-fields';
import { locationPrecisionSchema } from '@/lib/membership-api/words';
import { choiceText, preferencesText } from '@/lib/messages/preferences';
import { furtherFieldText } from '@/lib/messages/public-entry';
import type { Preferences } from '@/lib/membership-accounts/preferences';
import type { MemberRecord } from '@/lib/membership-store/records';

/** A checkbox on the page: the words of `Directory.Show` that it sets, and which members it applies to. */
export interface Choice {
  label: string;
  fields: string[];
  kinds: ('individual' | 'corporate')[];
}

/** What each checkbox shows, in page order. A name is shown whole or not at all. */
export const choices: Choice[] = [
  { label: choiceText.FirstName, fields: ['FirstName', 'LastName', 'Title'], kinds: ['individual'] },
  { label: choiceText.Organisation, fields: ['Organisation'], kinds: ['individual', 'corporate'] },
  { label: choiceText.MembershipType, fields: ['MembershipType'], kinds: ['individual', 'corporate'] },
  { label: choiceText.Categories, fields: ['Categories'], kinds: ['individual', 'corporate'] },
  { label: choiceText.Chapter, fields: ['Chapter'], kinds: ['individual', 'corporate'] },
  { label: choiceText.JoiningDate, fields: ['JoiningDate'], kinds: ['individual', 'corporate'] },
  { label: choiceText.Suburb, fields: ['Suburb'], kinds: ['individual', 'corporate'] },
  { label: choiceText.State, fields: ['State', 'Country'], kinds: ['individual', 'corporate'] },
  {
    label: choiceText.Extras,
    fields: ['Extras'],
    kinds: ['individual', 'corporate'],
  },
  { label: choiceText.Email, fields: ['Email'], kinds: ['individual', 'corporate'] },
  { label: choiceText.Phone, fields: ['Phone'], kinds: ['individual', 'corporate'] },
  { label: choiceText.WorkPhone, fields: ['WorkPhone'], kinds: ['individual', 'corporate'] },
  { label: choiceText.Mobile, fields: ['Mobile'], kinds: ['individual', 'corporate'] },
  { label: choiceText.Locations, fields: ['Locations'], kinds: ['individual', 'corporate'] },
  { label: choiceText.LocationAddress, fields: ['LocationAddress'], kinds: ['individual', 'corporate'] },
  { label: choiceText.LocationPhone, fields: ['LocationPhone'], kinds: ['individual', 'corporate'] },
  { label: choiceText.LocationWebsite, fields: ['LocationWebsite'], kinds: ['individual', 'corporate'] },
  ...furtherFields.map(({ name }): Choice => ({
    label: lookUp(furtherFieldText, name) ?? name,
    fields: [name],
    kinds: ['individual', 'corporate'],
  })),
];

/** Shows only a form on the member's page. What people write there is sent to the member by email. */
export const messagesChoice: Choice = {
  label: preferencesText.takesMessages,
  fields: ['Messages'],
  kinds: ['individual', 'corporate'],
};

/** The names of the form fields. */
export const names = {
  listed: (membershipId: number) => `listed-${membershipId}`,
  show: (membershipId: number) => `show-${membershipId}`,
  precision: (membershipId: number, locationId: number) => `precision-${membershipId}-${locationId}`,
};

/** The choices in a form for these members. An unnamed choice is off; an unnamed precision stays as it is. */
export function readPreferences(form: URLSearchParams, members: readonly MemberRecord[]): Preferences[] {
  return members.map(({ membership }) => {
    const ticked = form.getAll(names.show(membership.id));
    const offered = [...choices, messagesChoice].filter((choice) => choice.kinds.includes(membership.kind));
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
