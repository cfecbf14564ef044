import { blankMembership, blankPerson } from '../store/blank-records';
import { buildLocations, type LocationContext } from './build-locations';
import type { MemberRow } from './member-row';
import { membershipNumberOf } from './row-identity';
import { splitList, type ValueOptions } from './read-value';
import type { StructureNames } from './structure-names';
import { textKey } from '@/lib/text-key';
import type { AnswerRecord, HeldAddonRecord, MembershipRecord, PersonRecord } from '../store/records';

export interface BuildContext extends LocationContext {
  names: StructureNames;
  values: ValueOptions;
}

/** The person that a row is about: as stored, with what the file says in its place. */
export function buildPerson(
  row: MemberRow,
  { id, stored }: { id: number; stored: PersonRecord | null },
): PersonRecord {
  const base = stored ?? blankPerson(id);
  const said = reader(row);
  const { address, mailingAddress } = base;
  return {
    id,
    firstName: said('FirstName', base.firstName),
    lastName: said('LastName', base.lastName),
    title: said('Title', base.title),
    email: said('Email', base.email),
    organisation: said('Organisation', base.organisation),
    address: {
      address: said('Address', address.address ?? '') || null,
      suburb: said('Suburb', address.suburb),
      postcode: said('Postcode', address.postcode),
      state: said('State', address.state),
      country: said('Country', address.country),
    },
    mailingAddress: {
      address: said('MailingAddress', mailingAddress.address ?? '') || null,
      suburb: said('MailingSuburb', mailingAddress.suburb),
      postcode: said('MailingPostcode', mailingAddress.postcode),
      state: said('MailingState', mailingAddress.state),
      country: said('MailingCountry', mailingAddress.country),
    },
    phone: said('Phone', base.phone),
    workPhone: said('WorkPhone', base.workPhone),
    mobile: said('Mobile', base.mobile),
  };
}

/** The membership of a row: as stored, with what the file says in its place. `parentId`: found by the row's parent number. */
export async function buildMembership(
  row: MemberRow,
  { id, stored, parentId }: { id: number; stored: MembershipRecord | null; parentId: number | null },
  context: BuildContext,
): Promise<MembershipRecord> {
  const { names } = context;
  const base = stored ?? blankMembership(id, row.kind);
  const said = reader(row);
  const { values } = row;
  return {
    ...base,
    kind: row.kind,
    parentId: values.has('ParentNumber') || values.has('ParentID') ? parentId : base.parentId,
    membershipNumber: membershipNumberOf(row.identity, values) || base.membershipNumber || String(id),
    expiryDate: said('ExpiryDate', base.expiryDate ?? '') || null,
    joiningDate: said('JoiningDate', base.joiningDate ?? '') || null,
    typeId: names.types.get(textKey(said('MembershipType', ''))) ?? base.typeId,
    chapterId: values.has('Chapter')
      ? (names.chapters.get(textKey(said('Chapter', ''))) ?? null)
      : base.chapterId,
    amountOutstandingThousandths: Number(
      said('AmountOutstanding', String(base.amountOutstandingThousandths)),
    ),
    isApproved: said('Approved', String(base.isApproved)) === 'true',
    currency: said('Currency', base.currency ?? '') || null,
    invoiceUrl: said('InvoiceURL', base.invoiceUrl ?? '') || null,
    paymentUrl: said('PaymentURL', base.paymentUrl ?? '') || null,
    isListed: said('Listed', String(base.isListed)) === 'true',
    show: values.has('Show') ? toShow(said('Show', '')) : base.show,
    categoryIds: values.has('MembershipCategory') ? toCategoryIds(row, names) : base.categoryIds,
    addons: values.has('Addons') ? toAddons(row, names, base.addons) : base.addons,
    answers: toAnswers(row, context, base.answers),
    locations: await buildLocations(row, base.locations, context),
  };
}

/** What the file says of a field, else what is given. An empty cell of a yes-or-no or number says nothing. */
function reader({ values }: MemberRow) {
  return (field: string, otherwise: string): string => {
    const value = values.get(field) ?? otherwise;
    return value === '' && fieldsNeverEmpty.has(field) ? otherwise : value;
  };
}

const fieldsNeverEmpty = new Set(['AmountOutstanding', 'Approved', 'Listed']);

function toShow(value: string): string[] | null {
  return value === '' ? null : value.split('\n');
}

function toCategoryIds({ values }: MemberRow, { categories }: StructureNames): number[] {
  const names = (values.get('MembershipCategory') ?? '').split('\n');
  const ids = names.map((name) => categories.get(textKey(name))).filter((id) => id !== undefined);
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** An addon that stays keeps the answers that were given with it. */
function toAddons(
  { values }: MemberRow,
  { addons }: StructureNames,
  before: readonly HeldAddonRecord[],
): HeldAddonRecord[] {
  return (values.get('Addons') ?? '').split('\n').flatMap((line) => {
    const [name = '', quantity, until] = line.split('\t');
    const addonId = addons.get(textKey(name));
    if (addonId === undefined) return [];
    const answers = before.find((held) => held.addonId === addonId)?.answers ?? [];
    return [{ addonId, quantity: Number(quantity), expiryDate: until || null, answers }];
  });
}

/** The answers of the file's extras take the place of those stored; always in the order of the extras. */
function toAnswers(
  { extras }: MemberRow,
  { names, values }: BuildContext,
  before: readonly AnswerRecord[],
): AnswerRecord[] {
  if (extras.size === 0) return [...before];
  const asked = new Set([...extras.keys()].map((column) => names.extras.get(column)?.id));
  const answers = before.filter(({ extraId }) => !asked.has(extraId));
  for (const [column, cell] of extras) {
    const extra = names.extras.get(column);
    if (extra === undefined || cell === '') continue;
    const given = extra.answerType === 2 ? splitList(cell, values) : [cell];
    for (const one of given) {
      answers.push({ extraId: extra.id, answer: extra.options.get(textKey(one)) ?? one });
    }
  }
  return answers.sort((a, b) => a.extraId - b.extraId);
}
