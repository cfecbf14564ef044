import type { MemberResource } from '@/lib/membership-api/resources';

/**
 * The member record for a reader: without email, phones, street, postcode, postal address, points more exact than the
 * member chose, and the addresses of invoices. Fields are named one by one, so that a new one stays hidden until it is
 * added here.
 */
export function withoutContactDetails(record: MemberResource) {
  const { User: user } = record;
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
      Address: { Suburb: user.Address.Suburb, State: user.Address.State, Country: user.Address.Country },
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
    })),
  };
}
