import type { AnswerRecord, CommitteeSeatRecord, LocationRecord, MemberRecord } from '../store/records';
import { toUser } from '../store/documents';
import type { Structure } from '../store/structure';
import { archiveFormat, type ArchivedMembership, type ArchiveHead } from './archive';

/** The archive's part above the memberships. */
export function toArchiveHead(structure: Structure, seats: readonly CommitteeSeatRecord[]): ArchiveHead {
  const { organisation } = structure;
  const sold = (record: { costThousandths: number; isSearchable: boolean; isVisible: boolean }) => ({
    Cost: toAmount(record.costThousandths, 2),
    Searchable: record.isSearchable,
    Visible: record.isVisible,
  });
  return {
    Format: archiveFormat,
    Organisation: {
      ID: organisation.id,
      Name: organisation.name,
      TimeZone: organisation.timeZone,
      Country: organisation.country,
      Currency: organisation.currency,
      NoticeDays: organisation.noticeDays,
      ListedStatuses: organisation.listedStatuses,
      Colour: organisation.colour,
      LogoURL: organisation.logoUrl,
      InvoiceURLTemplate: organisation.invoiceUrlTemplate,
      PaymentURLTemplate: organisation.paymentUrlTemplate,
    },
    Chapters: [...structure.chapters.values()].map(({ id, name }) => ({ ID: id, Name: name })),
    Categories: [...structure.categories.values()].map(({ id, name, description }) => ({
      ID: id,
      Name: name,
      Description: description,
    })),
    Extras: [...structure.extras.values()].map((extra) => ({
      ID: extra.id,
      Question: extra.question,
      Searchable: extra.isSearchable,
      SearchName: extra.searchName,
      AdminOnly: extra.isAdminOnly,
      AnswerType: extra.answerType,
      Options: extra.options,
    })),
    Addons: [...structure.addons.values()].map((addon) => ({
      ID: addon.id,
      Name: addon.name,
      ...sold(addon),
      GST: addon.hasGst,
      Description: addon.description,
    })),
    MembershipTypes: [...structure.types.values()].map((type) => ({
      ID: type.id,
      Name: type.name,
      ...sold(type),
      AnniversaryExpiry: type.hasAnniversaryExpiry,
      GST: type.hasGst,
      Description: type.description,
      Student: type.isStudent,
      Extras: type.extraIds,
    })),
    CommitteeSeats: seats.map(({ personId, chapterId, startsOn, endsOn }) => ({
      PersonID: String(personId),
      ChapterID: chapterId === null ? null : String(chapterId),
      StartsOn: startsOn,
      EndsOn: endsOn,
    })),
  };
}

/** A membership with its person, exact points included: an archive is for the association alone. */
export function toArchivedMembership(
  { membership, person }: MemberRecord,
  structure: Structure,
): ArchivedMembership {
  const chapter = membership.chapterId === null ? null : structure.chapters.get(membership.chapterId);
  const answers = (list: readonly AnswerRecord[]) =>
    list.map(({ extraId, answer }) => ({
      ID: String(extraId),
      Question: structure.extras.get(extraId)?.question ?? '',
      Answer: answer,
    }));
  return {
    ID: String(membership.id),
    MembershipNumber: membership.membershipNumber,
    ExpiryDate: membership.expiryDate,
    JoiningDate: membership.joiningDate,
    Chapter: chapter ? { ID: String(chapter.id), Name: chapter.name } : null,
    MembershipType: {
      ID: String(membership.typeId),
      Type: structure.types.get(membership.typeId)?.name ?? '',
    },
    AmountOutstanding: toAmount(membership.amountOutstandingThousandths, 3),
    Addons: membership.addons.map((held) => ({
      Quantity: String(held.quantity),
      ExpiryDate: held.expiryDate,
      Extras: answers(held.answers),
      Addon: { ID: String(held.addonId), Name: structure.addons.get(held.addonId)?.name ?? '' },
    })),
    Extras: answers(membership.answers),
    User: { ...toUser(person), ID: String(person.id) },
    Currency: membership.currency,
    InvoiceURL: membership.invoiceUrl,
    PaymentURL: membership.paymentUrl,
    Kind: membership.kind,
    ParentID: membership.parentId === null ? null : String(membership.parentId),
    Checked: membership.isApproved,
    Categories: membership.categoryIds,
    Directory: { Listed: membership.isListed, Show: membership.show },
    Locations: membership.locations.map(toLocation),
  };
}

function toLocation(location: LocationRecord): ArchivedMembership['Locations'][number] {
  return {
    ID: String(location.id),
    Email: location.email,
    Name: location.name,
    Address: location.address,
    Suburb: location.suburb,
    State: location.state,
    Country: location.country,
    Postcode: location.postcode,
    FullPhone: location.phone,
    Website: location.website,
    Geolocation: { Lat: String(location.latitude), Lng: String(location.longitude) },
    Precision: location.precision,
  };
}

/** Thousandths as a decimal; cents as the API has them unless the amount has more. */
function toAmount(thousandths: number, decimals: 2 | 3): string {
  const [units, rest] = [Math.floor(thousandths / 1000), String(thousandths % 1000).padStart(3, '0')];
  return `${units}.${decimals === 2 && rest.endsWith('0') ? rest.slice(0, 2) : rest}`;
}
