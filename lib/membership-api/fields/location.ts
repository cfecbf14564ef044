import { locationPrecisions, type LocationPrecision } from '../words';
import { field, inset, type Field } from './field';
import { degrees, recordId } from './number-kinds';
import { email, oneOf, text, website } from './text-kinds';

const maxWords = 300;

/** Fields that the contract does not have. `cell` is the name of the import's column: `LocationName`. */
export const ownLocationFields = {
  // New fields, with `isLater`.
};

/** A location in the API's list, without its membership, distance and precision. */
export const listedLocationFields = {
  ID: field('id', recordId, { isReadOnly: true, shownUpTo: 'state' }),
  Email: field('email', email, { cell: 'LocationEmail', shownUpTo: 'state' }),
  Name: field('name', text(1000), { cell: 'LocationName', shownUpTo: 'state' }),
  Address: field('address', text(1000), { cell: 'LocationAddress', shownUpTo: 'exact' }),
  Suburb: field('suburb', text(maxWords), { cell: 'LocationSuburb', shownUpTo: 'suburb' }),
  State: field('state', text(maxWords), { cell: 'LocationState', shownUpTo: 'state' }),
  Country: field('country', text(maxWords), { cell: 'LocationCountry', shownUpTo: 'state' }),
  Postcode: field('postcode', text(maxWords), { cell: 'LocationPostcode', shownUpTo: 'postcode' }),
  FullPhone: field('phone', text(maxWords), { cell: 'LocationPhone', shownUpTo: 'state' }),
  Website: field('website', website, { shownUpTo: 'state' }),
  // The API shows the point of the precision, which is in the columns without `exact_`.
  Geolocation: inset({
    Lat: field('latitude', degrees(90), { column: 'exact_latitude', shownUpTo: 'state' }),
    Lng: field('longitude', degrees(180), { column: 'exact_longitude', shownUpTo: 'state' }),
  }),
  ...ownLocationFields,
};

/** A location of a membership, with its exact point. */
export const locationFields = {
  ...listedLocationFields,
  Precision: field('precision', oneOf(locationPrecisions), { shownUpTo: 'state' }),
};

/** Whether the API shows a field of a location with this precision (docs/decisions.md 38). */
export function isShownAt({ shownUpTo = 'exact' }: Field, precision: LocationPrecision): boolean {
  return locationPrecisions.indexOf(precision) <= locationPrecisions.indexOf(shownUpTo);
}
