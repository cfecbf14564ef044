import type { ReaderAccess } from '@/lib/membership-api/reader-access';
import type { MemberResource } from '@/lib/membership-api/resources';

/**
 * The member record for a reader, without links to invoices. Unless the association shows contact details to readers,
 * it also has no email, phones, street, postcode, postal address or points. Fields are named one by one, so that a new
 * field stays hidden until it is added here.
 */
export function toReaderRecord(record: MemberResource, { seesContact }: ReaderAccess) {
  const { User: user } = record;
  const { Address: address } = user;
  return {
    ID: record.ID,
    MembershipNumber: record.MembershipNumber,
    ExpiryDate: record.ExpiryDate,
    JoiningDate: record.JoiningDate,
    Status: record.Status,
    Chapter: record.Chapter,
    MembershipType: record.MembershipType,
    AmountOutstanding: record.AmountOutstanding,
    Addons: record.Addons,
    Extras: record.Extras,
    User: {
      FirstName: user.FirstName,
      LastName: user.LastName,
      Title: user.Title,
      Organisation: user.Organisation,
      ...(seesContact
        ? {
            Email: user.Email,
            Phone: user.Phone,
            WorkPhone: user.WorkPhone,
            Mobile: user.Mobile,
            MailingAddress: user.MailingAddress,
          }
        : {}),
      Address: {
        ...(seesContact ? { Address: address.Address, Postcode: address.Postcode } : {}),
        Suburb: address.Suburb,
        State: address.State,
        Country: address.Country,
      },
      ID: user.ID,
    },
    Currency: record.Currency,
    Directory: record.Directory,
    Kind: record.Kind,
    ParentID: record.ParentID,
    Checked: record.Checked,
    Categories: record.Categories,
    Locations: record.Locations.map((location) => ({
      ID: location.ID,
      Name: location.Name,
      Suburb: location.Suburb,
      State: location.State,
      Country: location.Country,
      Website: location.Website,
      Precision: location.Precision,
      ...(seesContact
        ? {
            Email: location.Email,
            FullPhone: location.FullPhone,
            Address: location.Address,
            Postcode: location.Postcode,
            Geolocation: location.Geolocation,
          }
        : {}),
    })),
  };
}
