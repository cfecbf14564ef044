import { tagOfJson } from '@/lib/base/http/entity-tag';
import { officeMemberSchema, type OfficeMember } from './office';

const storedSchema = officeMemberSchema.omit({
  Status: true,
  PublicEntry: true,
  Currency: true,
  InvoiceURL: true,
  PaymentURL: true,
});

/**
 * A tag of what is stored about the member. `If-Match` takes it in place of the entity tag. The entity tag also changes
 * with the day and with the association's settings: the name and price of a type, the days of notice, the usual currency
 * and links. Whoever uses this tag does not overwrite a currency or a link, because these may be the association's.
 */
export function recordTag(member: OfficeMember): string {
  const {
    MembershipType: type,
    Chapter: chapter,
    Addons: addons,
    Extras: extras,
    ...stored
  } = storedSchema.parse(member);
  const held = addons.map(({ Addon, Extras, ...one }) => [one, Addon.ID, answersOf(Extras)]);
  // The settings decide which answers are the type's own.
  const answers = answersOf([...type.Extras, ...extras]);
  return `"record-${tagOfJson([stored, type.ID, chapter?.ID, held, answers]).slice(1)}`;
}

/** The settings decide the order of the questions. */
function answersOf(answers: OfficeMember['Extras']): string[] {
  return answers.map(({ ID, Answer }) => JSON.stringify([ID, Answer])).sort();
}
