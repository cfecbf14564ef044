import { defaultDirectoryFields } from '@/lib/contract/directory-fields';
import { blankWire, fromWire } from '@/lib/contract/fields/wire-format';
import { listedLocationFields } from '@/lib/contract/fields/location';
import { ownMembershipFields } from '@/lib/contract/fields/own-membership';
import { profileFields } from '@/lib/contract/fields/profile';
import { userFields } from '@/lib/contract/fields/person';
import { toLine } from '@/lib/contract/fields/text-kinds';
import { toThousandths } from '@/lib/contract/fields/number-kinds';
import type {
  AddonListing,
  Category,
  ExtraAnswer,
  ExtraListing,
  HeldAddon,
  Location,
  Membership,
  MembershipTypeListing,
} from '@/lib/contract/resources';
import type {
  AnswerRecord,
  ExtraRecord,
  HeldAddonRecord,
  LocationRecord,
  MembershipRecord,
  TypeToPut,
  PersonRecord,
  Structure,
} from '@/lib/store/schema/records';
import { blankMembership } from '@/lib/store/blank-records';
import type { BadValue } from './import-error';

export interface ApiContents {
  /** `members`, `locations` and the sets of IDs cover all members, and not only recently modified ones. */
  isWhole: boolean;
  types: MembershipTypeListing[];
  categories: Category[];
  addons: AddonListing[];
  extras: ExtraListing[];
  members: Membership[];
  /** null: the site has no list of locations, which is Beta in the contract. */
  locations: Location[] | null;
  unreadable: BadValue[];
  /** Memberships by category, because records do not name their categories. */
  membersOfCategory: Map<number, Set<string>>;
  /** Memberships that have each addon now. */
  membersOfAddon: Map<number, Set<string>>;
}

/**
 * Builds the structure as far as the API gives it. Chapters and items that the API does not list are taken from the
 * members' records. Details such as a type's description also come from these records. If only some members were read
 * and none has such a detail, the detail is copied from `stored`.
 */
export function fromApiStructure(contents: ApiContents, stored: Structure | null) {
  const { types, categories, addons, extras, members } = contents;
  const embedded = new Map(members.map(({ MembershipType }) => [Number(MembershipType.ID), MembershipType]));
  const held = new Map(members.flatMap(({ Addons }) => Addons.map(({ Addon }) => [Number(Addon.ID), Addon])));
  const chapters = members.map(({ Chapter }) => Chapter).filter((chapter) => chapter !== null);
  const unlisted = { Searchable: false, Visible: false, AnniversaryExpiry: false, GST: false };
  const allTypes = withMissing(types, embedded, (ID, { Type, Cost }) => ({
    ID,
    Name: Type,
    Cost,
    ...unlisted,
  }));
  const allAddons = withMissing(addons, held, (ID, { Name, Cost }) => ({ ID, Name, Cost, ...unlisted }));
  const answersByExtra = new Map(members.flatMap(answersOf).map((answer) => [Number(answer.ID), answer]));
  const allExtras = withMissing(extras, answersByExtra, (ID, { Question }) => {
    return {
      ID,
      Question,
      Searchable: false,
      SearchName: Question,
      AdminOnly: false,
      AnswerType: 0,
      Options: [],
    };
  });
  const extraIdsByType = requestedByType(members);
  const known = contents.isWhole ? null : stored;
  return {
    chapters: [
      ...new Map(chapters.map(({ ID, Name }) => [ID, { id: Number(ID), name: toLine(Name) }])).values(),
    ],
    categories: categories.map(({ ID, Name, Description }) => ({
      id: ID,
      name: toLine(Name),
      description: Description,
    })),
    extras: allExtras.map((from) => toExtra(from, stored?.extras.get(from.ID))),
    addons: allAddons.map((from) => ({
      ...toSold(from),
      description: held.get(from.ID)?.Description ?? known?.addons.get(from.ID)?.description ?? '',
    })),
    types: allTypes.map((from) =>
      toType(from, { embedded, extraIdsByType, stored: known?.types.get(from.ID) }),
    ),
  };
}

function toType(
  from: MembershipTypeListing,
  {
    embedded,
    extraIdsByType,
    stored,
  }: {
    embedded: ReadonlyMap<number, Membership['MembershipType']>;
    extraIdsByType: ReadonlyMap<number, Set<number>>;
    stored: TypeToPut | undefined;
  },
): TypeToPut {
  const resource = embedded.get(from.ID);
  return {
    ...toSold(from),
    description: resource?.Description ?? stored?.description ?? '',
    isStudent: resource === undefined ? (stored?.isStudent ?? false) : resource.Student === 1,
    hasAnniversaryExpiry: from.AnniversaryExpiry,
    extraIds: [...new Set([...(stored?.extraIds ?? []), ...(extraIdsByType.get(from.ID) ?? [])])],
  };
}

function withMissing<L extends { ID: number }, R>(
  listed: readonly L[],
  used: ReadonlyMap<number, R>,
  create: (id: number, record: R) => L,
): L[] {
  const ids = new Set(listed.map(({ ID }) => ID));
  return [...listed, ...[...used].filter(([id]) => !ids.has(id)).map(([id, record]) => create(id, record))];
}

function answersOf({ MembershipType, Extras, Addons }: Membership): ExtraAnswer[] {
  return [...MembershipType.Extras, ...Extras, ...Addons.flatMap((held) => held.Extras)];
}

function requestedByType(members: readonly Membership[]): Map<number, Set<number>> {
  const extraIdsByType = new Map<number, Set<number>>();
  for (const { MembershipType } of members) {
    const ids = extraIdsByType.get(Number(MembershipType.ID)) ?? new Set();
    extraIdsByType.set(Number(MembershipType.ID), ids);
    for (const { ID } of MembershipType.Extras) ids.add(Number(ID));
  }
  return extraIdsByType;
}

function toSold(from: AddonListing | MembershipTypeListing) {
  return {
    id: from.ID,
    name: toLine(from.Name),
    costThousandths: toThousandths(from.Cost),
    isSearchable: from.Searchable,
    isVisible: from.Visible,
    hasGst: from.GST,
  };
}

function toExtra(from: ExtraListing, stored: ExtraRecord | undefined): ExtraRecord {
  return {
    id: from.ID,
    question: toLine(from.Question),
    searchName: toLine(from.SearchName),
    isSearchable: from.Searchable,
    isAdminOnly: from.AdminOnly,
    // The API does not say which admin-only questions members may see, so the stored choice stays.
    isMembersOnly: from.AdminOnly && (stored?.isMembersOnly ?? false),
    isOnCard: stored?.isOnCard ?? false,
    answerType: from.AnswerType,
    options: from.Options,
    // An import from a file may have taken these options from answers.
    optionsFromAnswers: (stored?.optionsFromAnswers ?? []).filter((option) => from.Options.includes(option)),
  };
}

/**
 * Whether the record belongs to a company. A company's record always has an organisation's name. If the site sends the shown
 * fields, a company's shown fields do not include a person's name. If the site sends no shown fields, a company's record has
 * no person's name.
 */
export function isCorporate({ Directory, User }: Membership): boolean {
  const isNamed = User.FirstName !== '' || User.LastName !== '';
  if (Directory !== undefined && Directory.Show.length > 0 && User.Organisation !== '') {
    return !Directory.Show.includes('FirstName') && !Directory.Show.includes('LastName');
  }
  return !isNamed && User.Organisation !== '';
}

export function fromApiPerson({ User }: Pick<Membership, 'User'>, id: number): PersonRecord {
  return { ...fromWire(userFields, User), id };
}

/** The API does not contain the member's choices and the parent, so these are copied from `stored`. */
export function fromApiMembership(
  from: Membership,
  {
    stored,
    contents,
    locations,
  }: {
    stored: MembershipRecord | null;
    contents: Pick<ApiContents, 'membersOfCategory' | 'membersOfAddon'>;
    /** null: the site has no list of locations, so the stored ones stay. */
    locations: Location[] | null;
  },
): MembershipRecord {
  const kind = isCorporate(from) ? 'corporate' : 'individual';
  const base = stored ?? blankMembership(Number(from.ID), kind);
  const inSet = (sets: Map<number, Set<string>>) =>
    [...sets].filter(([, ids]) => ids.has(from.ID)).map(([id]) => id);
  return {
    ...base,
    kind,
    ...(stored === null ? choicesOf(from, kind) : {}),
    membershipNumber: toLine(from.MembershipNumber),
    expiryDate: from.ExpiryDate || null,
    joiningDate: from.JoiningDate || null,
    typeId: Number(from.MembershipType.ID),
    chapterId: from.Chapter === null ? null : Number(from.Chapter.ID),
    amountOutstandingThousandths: toThousandths(from.AmountOutstanding),
    currency: from.Currency || null,
    invoiceUrl: from.InvoiceURL,
    paymentUrl: from.PaymentURL,
    ...fromWire(ownMembershipFields, from),
    ...(from.Introduction !== undefined && fromWire(profileFields, { ...blankWire(profileFields), ...from })),
    categoryIds: inSet(contents.membersOfCategory).sort((a, b) => a - b),
    addons: toAddons(from.Addons, inSet(contents.membersOfAddon)),
    answers: [...from.MembershipType.Extras, ...from.Extras]
      .map(toAnswer)
      .sort((a, b) => a.extraId - b.extraId),
    locations: locations?.map((location) => toLocation(location, kind)) ?? base.locations,
  };
}

/**
 * The choices of a new member. A member who is not listed on the site is not listed here: the API does not show whether
 * that member has lapsed or opted out, and nobody who opted out may be published.
 */
function choicesOf({ Directory }: Membership, kind: MembershipRecord['kind']) {
  if (Directory === undefined) return {};
  const usual: readonly string[] = defaultDirectoryFields[kind === 'corporate' ? 'organisation' : 'person'];
  const isUsual =
    Directory.Show.length === usual.length && Directory.Show.every((name) => usual.includes(name));
  return { isListed: Directory.Listed, show: isUsual ? null : Directory.Show };
}

/**
 * `named`: the addons in the member's record. `found`: the addons for which the site's filter `CurrentAddons[]` finds
 * the member. If an addon is only in `found`, it gets the quantity 1 and no expiry date.
 */
function toAddons(named: HeldAddon[], found: number[]): HeldAddonRecord[] {
  const held = named.map((one) => ({
    addonId: Number(one.Addon.ID),
    quantity: Number(one.Quantity) || 1,
    expiryDate: one.ExpiryDate || null,
    answers: one.Extras.map(toAnswer),
  }));
  const known = new Set(held.map(({ addonId }) => addonId));
  const unnamed = found.filter((id) => !known.has(id)).sort((a, b) => a - b);
  return [...held, ...unnamed.map((addonId) => ({ addonId, quantity: 1, expiryDate: null, answers: [] }))];
}

function toAnswer({ ID, Answer }: { ID: string; Answer: string }): AnswerRecord {
  return { extraId: Number(ID), answer: Answer };
}

/** If the site does not send a precision, the precision is `exact` for a company and `suburb` for a person. */
function toLocation(from: Location, kind: MembershipRecord['kind']): LocationRecord {
  return {
    ...fromWire(listedLocationFields, from),
    openingHours: from.OpeningHours ?? '',
    id: Number(from.ID),
    website: from.Website,
    latitude: Number(from.Geolocation.Lat),
    longitude: Number(from.Geolocation.Lng),
    precision: from.Precision ?? (kind === 'corporate' ? 'exact' : 'suburb'),
  };
}
