import { locationPrecisions } from '../words';
import { field, inset } from './field';
import { degrees, recordId } from './number-kinds';
import { email, oneOf, text, website } from './text-kinds';

const maxWords = 300;

/** A location of a membership, with its exact point. */
export const locationFields = {
  ID: field('id', recordId, { isReadOnly: true }),
  Email: field('email', email),
  Name: field('name', text(1000)),
  Address: field('address', text(1000)),
  Suburb: field('suburb', text(maxWords)),
  State: field('state', text(maxWords)),
  Country: field('country', text(maxWords)),
  Postcode: field('postcode', text(maxWords)),
  FullPhone: field('phone', text(maxWords)),
  Website: field('website', website),
  Geolocation: inset({ Lat: field('latitude', degrees(90)), Lng: field('longitude', degrees(180)) }),
  Precision: field('precision', oneOf(locationPrecisions)),
};
