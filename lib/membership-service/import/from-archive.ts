import type { MemberRecord, OrganisationRecord } from '../store/records';
import type { ArchivedMembership, ArchiveHead } from './archive';
import { fromApiPerson } from './from-api';

/** The organisation's settings, under the ID that it is imported as. */
export function fromArchivedOrganisation(from: ArchiveHead['Organisation'], id: number): OrganisationRecord {
  return {
    id,
    name: from.Name,
    timeZone: from.TimeZone,
    country: from.Country,
    currency: from.Currency,
    noticeDays: from.NoticeDays,
    listedStatuses: from.ListedStatuses,
    colour: from.Colour,
    logoUrl: from.LogoURL,
    invoiceUrlTemplate: from.InvoiceURLTemplate,
    paymentUrlTemplate: from.PaymentURLTemplate,
  };
}

/** What the members refer to. */
export function fromArchiveHead(head: ArchiveHead) {
  const sold = (from: {
    ID: number;
    Name: string;
    Cost: string;
    Searchable: boolean;
    Visible: boolean;
    GST: boolean;
  }) => ({
    id: from.ID,
    name: from.Name,
    costThousandths: toThousandths(from.Cost),
    isSearchable: from.Searchable,
    isVisible: from.Visible,
    hasGst: from.GST,
  });
  return {
    chapters: head.Chapters.map(({ ID, Name }) => ({ id: ID, name: Name })),
    categories: head.Categories.map(({ ID, Name, Description }) => ({
      id: ID,
      name: Name,
      description: Description,
    })),
    extras: head.Extras.map((from) => ({
      id: from.ID,
      question: from.Question,
      searchName: from.SearchName,
      isSearchable: from.Searchable,
      isAdminOnly: from.AdminOnly,
      answerType: from.AnswerType,
      options: from.Options,
    })),
    addons: head.Addons.map((from) => ({ ...sold(from), description: from.Description })),
    types: head.MembershipTypes.map((from) => ({
      ...sold(from),
      description: from.Description,
      isStudent: from.Student,
      hasAnniversaryExpiry: from.AnniversaryExpiry,
      extraIds: from.Extras,
    })),
    seats: head.CommitteeSeats.map(({ PersonID, ChapterID, StartsOn, EndsOn }) => ({
      personId: Number(PersonID),
      chapterId: ChapterID === null ? null : Number(ChapterID),
      startsOn: StartsOn,
      endsOn: EndsOn,
    })),
  };
}

export function fromArchivedMembership(from: ArchivedMembership): MemberRecord {
  const answers = (list: ArchivedMembership['Extras']) =>
    list.map(({ ID, Answer }) => ({ extraId: Number(ID), answer: Answer }));
  return {
    person: fromApiPerson(from, Number(from.User.ID)),
    membership: {
      id: Number(from.ID),
      kind: from.Kind,
      parentId: from.ParentID === null ? null : Number(from.ParentID),
      membershipNumber: from.MembershipNumber,
      expiryDate: from.ExpiryDate,
      joiningDate: from.JoiningDate,
      typeId: Number(from.MembershipType.ID),
      chapterId: from.Chapter === null ? null : Number(from.Chapter.ID),
      amountOutstandingThousandths: toThousandths(from.AmountOutstanding),
      isApproved: from.Checked,
      currency: from.Currency,
      invoiceUrl: from.InvoiceURL,
      paymentUrl: from.PaymentURL,
      isListed: from.Directory.Listed,
      show: from.Directory.Show,
      categoryIds: from.Categories,
      addons: from.Addons.map((held) => ({
        addonId: Number(held.Addon.ID),
        quantity: Number(held.Quantity),
        expiryDate: held.ExpiryDate,
        answers: answers(held.Extras),
      })),
      answers: answers(from.Extras),
      locations: from.Locations.map(({ Geolocation, FullPhone, ...rest }) => ({
        id: Number(rest.ID),
        email: rest.Email,
        name: rest.Name,
        address: rest.Address,
        suburb: rest.Suburb,
        state: rest.State,
        country: rest.Country,
        postcode: rest.Postcode,
        phone: FullPhone,
        website: rest.Website,
        latitude: Number(Geolocation.Lat),
        longitude: Number(Geolocation.Lng),
        precision: rest.Precision,
      })),
    },
  };
}

/** A decimal amount of the API: `545.00` is 545000. */
export function toThousandths(amount: string): number {
  const [units = '0', decimals = ''] = amount.split('.');
  return Number(units) * 1000 + Number(decimals.slice(0, 3).padEnd(3, '0'));
}
