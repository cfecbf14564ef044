/** Who sees an entry and each of its fields (docs/decisions.md, A3). Members and the office choose with the same control. */
import { choiceText } from '@/lib/messages/preferences';
import { defaultDirectoryFields, directoryFields, furtherFields } from './directory-fields';
import type { MemberResource } from './resources';

/** What everybody sees, members see too. */
export const audiences = ['everybody', 'members', 'office'] as const;
export type Audience = (typeof audiences)[number];

type Kind = MemberResource['Kind'];
type Directory = Required<MemberResource['Directory']>;

/** One control of a form. `fields`: the words of `Directory.Show` that it sets. */
export interface AudienceChoice {
  label: string;
  fields: readonly [string, ...string[]];
  /** The choice is only for individual memberships. */
  isOfPersons?: true;
}

/** In page order. One control is for all parts of a person's name, so they are shown together or not at all. */
const choices: readonly AudienceChoice[] = [
  { label: choiceText.FirstName, fields: ['FirstName', 'LastName', 'Title'], isOfPersons: true },
  ...oneChoiceEach('Organisation', 'MembershipType', 'Categories', 'Chapter', 'JoiningDate', 'Suburb'),
  { label: choiceText.State, fields: ['State', 'Country'] },
  ...oneChoiceEach('Extras', 'Email', 'Phone', 'WorkPhone', 'Mobile'),
  ...oneChoiceEach('Locations', 'LocationAddress', 'LocationPhone', 'LocationWebsite'),
  ...furtherFields.map(({ name, wire, field }): AudienceChoice => ({
    label: field.caption ?? wire,
    fields: [name],
  })),
];

function oneChoiceEach(...fields: (keyof typeof choiceText)[]): AudienceChoice[] {
  return fields.map((field) => ({ label: choiceText[field], fields: [field] }));
}

export function choicesOf(kind: Kind): AudienceChoice[] {
  return choices.filter(({ isOfPersons = false }) => !isOfPersons || kind === 'individual');
}

/** Visitors write to a member through the service, or not. This shows nobody anything, so it has no audience. */
export const messagesField = 'Messages';

/** What is chosen in a form. */
export interface ChosenAudiences {
  entry: Audience;
  /** @param field the first field of a choice */
  of: (field: string) => Audience;
  takesMessages: boolean;
}

export function chosenIn(
  { Listed, MembersListed, Show, ShowMembers }: Directory,
  kind: Kind,
): ChosenAudiences {
  const shown = Show ?? usualFields(kind);
  return {
    entry: Listed ? 'everybody' : MembersListed ? 'members' : 'office',
    of: (field) =>
      shown.includes(field) ? 'everybody' : ShowMembers?.includes(field) ? 'members' : 'office',
    takesMessages: shown.includes(messagesField),
  };
}

/** Choices that are the usual ones are not stored, so that later defaults apply. */
export function toDirectory({ entry, of, takesMessages }: ChosenAudiences, kind: Kind): Directory {
  const fieldsFor = (audience: Audience) =>
    choicesOf(kind).flatMap(({ fields }) => (of(fields[0]) === audience ? fields : []));
  const chosen = [...fieldsFor('everybody'), ...(takesMessages ? [messagesField] : [])];
  const usual = usualFields(kind);
  const isUsual = chosen.length === usual.length && chosen.every((field) => usual.includes(field));
  const forMembers = fieldsFor('members');
  return {
    Listed: entry === 'everybody',
    MembersListed: entry === 'members',
    Show: isUsual ? null : directoryFields.filter((field) => chosen.includes(field)),
    ShowMembers: forMembers.length === 0 ? null : forMembers,
  };
}

function usualFields(kind: Kind): readonly string[] {
  return defaultDirectoryFields[kind === 'corporate' ? 'organisation' : 'person'];
}

/** Names of the inputs of a form, for a membership and one of its choices. */
export const audienceInputs = {
  entry: (membershipId: string | number) => `listed-${membershipId}`,
  field: (membershipId: string | number, field: string) => `show-${membershipId}-${field}`,
};

/** The beginning of the name of the input for the precision of a location. The ID of the location follows. */
export const precisionPrefix = 'precision-';

/** A choice that is missing from the form, or unknown, is for the office only. */
export function readAudiences(
  form: Pick<FormData | URLSearchParams, 'get'>,
  membershipId: string | number,
): ChosenAudiences {
  const read = (name: string) => audiences.find((audience) => audience === form.get(name)) ?? 'office';
  return {
    entry: read(audienceInputs.entry(membershipId)),
    of: (field) => read(audienceInputs.field(membershipId, field)),
    takesMessages: form.get(audienceInputs.field(membershipId, messagesField)) === 'true',
  };
}

/** The audiences that a form offers. Without a directory for members, nobody would see what is only for them. */
export function offeredAudiences(hasMembersDirectory: boolean, chosen: Audience): readonly Audience[] {
  return audiences.filter((one) => one !== 'members' || hasMembersDirectory || chosen === 'members');
}
