/**
 * A membership's JSON is stored in pieces. The pieces have the contract's format, and are made when the membership is
 * written. When a reader asks for the membership, the pieces are joined. The status is inserted between two pieces
 * (`status.ts`), because the status depends on the day.
 */
import { directoryFields, defaultDirectoryFields } from '@/lib/contract/directory-fields';
import { toWire } from '@/lib/contract/fields/wire-format';
import { membershipHeadFields } from '@/lib/contract/fields/membership';
import { ownMembershipFields } from '@/lib/contract/fields/own-membership';
import { userFields } from '@/lib/contract/fields/person';
import type { Chapter, ExtraAnswer, HeldAddon, MembershipType, User } from '@/lib/contract/resources';
import { embeddedDescription, embeddedName } from './embedded-texts';
import type { MembershipDocumentTable } from '@/lib/store/schema/members-schema';
import type {
  AnswerRecord,
  ChapterRecord,
  HeldAddonRecord,
  MembershipRecord,
  PersonRecord,
  Structure,
} from '@/lib/store/schema/records';

export type DocumentPieces = Omit<MembershipDocumentTable, 'organisation_id' | 'membership_id'>;

/**
 * The references must have been checked against `structure`. `membership.expiryDate` must be the effective date. A
 * sub-membership has the effective date of its parent.
 */
export function toDocument(
  membership: MembershipRecord,
  person: PersonRecord,
  structure: Structure,
): DocumentPieces {
  const answers = [...membership.answers, ...membership.addons.flatMap((held) => held.answers)];
  const hasAdminAnswers = answers.some(({ extraId }) => structure.extras.get(extraId)?.isAdminOnly);
  return {
    head: toHead(membership),
    body: toBody(membership, structure, false),
    admin_body: hasAdminAnswers ? toBody(membership, structure, true) : null,
    user_object: JSON.stringify(toUser(person)),
    payment: toPayment(membership, structure),
    show_list: JSON.stringify(shownFields(membership)),
    members_show_list: membership.showMembers === null ? null : JSON.stringify(shownToMembers(membership)),
  };
}

export function toUser(person: PersonRecord): User {
  return toWire(userFields, person);
}

export function toChapter({ id, name }: ChapterRecord): Chapter {
  return { ID: String(id), Name: embeddedName(name) };
}

/** In the API's format: costs with two decimals, amounts owed with three. */
export function toAmount(thousandths: number, decimals: 2 | 3): string {
  return (decimals === 2 ? Math.round(thousandths / 10) / 100 : thousandths / 1000).toFixed(decimals);
}

function toHead(membership: MembershipRecord): string {
  const start = JSON.stringify(toWire(membershipHeadFields, membership));
  return `${start.slice(0, -1)},"Status":`;
}

function toBody(membership: MembershipRecord, structure: Structure, seesAdminExtras: boolean): string {
  const type = required(structure.types.get(membership.typeId));
  const chapter =
    membership.chapterId === null ? null : required(structure.chapters.get(membership.chapterId));
  const ofType = membership.answers.filter(({ extraId }) => type.extraIds.includes(extraId));
  const others = membership.answers.filter(({ extraId }) => !type.extraIds.includes(extraId));
  const membershipType: MembershipType = {
    ID: String(type.id),
    Type: embeddedName(type.name),
    Cost: toAmount(type.costThousandths, 2),
    Description: embeddedDescription(type.description),
    Student: type.isStudent ? 1 : 0,
    Extras: toAnswers(ofType, structure, seesAdminExtras),
  };
  const middle = JSON.stringify({
    Chapter: chapter === null ? null : toChapter(chapter),
    MembershipType: membershipType,
    // A credit means that nothing is outstanding.
    AmountOutstanding: toAmount(Math.max(0, membership.amountOutstandingThousandths), 3),
    Addons: membership.addons.map((held) => toHeldAddon(held, structure, seesAdminExtras)),
    Extras: toAnswers(others, structure, seesAdminExtras),
  });
  return `,${middle.slice(1, -1)}`;
}

function toHeldAddon(held: HeldAddonRecord, structure: Structure, seesAdminExtras: boolean): HeldAddon {
  const addon = required(structure.addons.get(held.addonId));
  return {
    Quantity: String(held.quantity),
    Addon: {
      ID: String(addon.id),
      Name: embeddedName(addon.name),
      Description: embeddedDescription(addon.description),
      Cost: toAmount(addon.costThousandths, 2),
    },
    ExpiryDate: held.expiryDate,
    Extras: toAnswers(held.answers, structure, seesAdminExtras),
  };
}

function toAnswers(answers: AnswerRecord[], structure: Structure, seesAdminExtras: boolean): ExtraAnswer[] {
  return answers.flatMap(({ extraId, answer }) => {
    const extra = required(structure.extras.get(extraId));
    if (extra.isAdminOnly && !seesAdminExtras) return [];
    return { ID: String(extra.id), Question: embeddedName(extra.question), Answer: answer };
  });
}

/**
 * The parent pays for a sub-membership, so a sub-membership has no address for an invoice or a payment
 * (docs/decisions.md 1).
 */
function toPayment(membership: MembershipRecord, { organisation }: Structure): string {
  const isPaidByParent = membership.parentId !== null;
  const payment = JSON.stringify({
    Currency: membership.currency ?? organisation.currency,
    InvoiceURL: isPaidByParent
      ? null
      : toUrl(membership.invoiceUrl, organisation.invoiceUrlTemplate, membership),
    PaymentURL: isPaidByParent
      ? null
      : toUrl(membership.paymentUrl, organisation.paymentUrlTemplate, membership),
    ...toWire(ownMembershipFields, membership),
  });
  return `,${payment.slice(1, -1)}`;
}

function toUrl(
  imported: string | null,
  template: string | null,
  membership: MembershipRecord,
): string | null {
  const url =
    imported ??
    template
      ?.replaceAll('{MembershipNumber}', encodeURIComponent(wellFormed(membership.membershipNumber)))
      .replaceAll('{ID}', String(membership.id)) ??
    null;
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}

/**
 * Returns the valid fields that the member chose, in the order of `directoryFields`. If the member has made no choice,
 * returns the default fields.
 */
export function shownFields(membership: MembershipRecord): readonly string[] {
  const chosen = membership.show;
  if (chosen === null)
    return defaultDirectoryFields[membership.kind === 'corporate' ? 'organisation' : 'person'];
  return directoryFields.filter((field) => chosen.includes(field));
}

/** The fields that members see: those that everybody sees, and those that the member shows to members. */
export function shownToMembers(membership: MembershipRecord): readonly string[] {
  const shown = new Set([...shownFields(membership), ...(membership.showMembers ?? [])]);
  return directoryFields.filter((field) => shown.has(field));
}

function required<T>(found: T | undefined): T {
  if (found === undefined)
    throw new Error('a membership refers to something that its organisation does not have');
  return found;
}

/** `encodeURIComponent` throws for half a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
