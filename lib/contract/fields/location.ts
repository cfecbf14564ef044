import { locationPrecisions, type LocationPrecision } from '../words';
import { field, inset, type Field } from './field';
import { degrees, recordId } from './number-kinds';
import { locationProfileFields } from './profile';
import { email, line, oneOf, phone, text, website } from './text-kinds';

const maxWords = 300;

/**
 * Fields that the contract does not have. Set `cell` to the import's column, with the prefix `Location`, such as
 * `LocationName`.
 */
export const ownLocationFields = {
  // Add new fields here, with `isLater`.
};

/** A location in the API's list, without its membership, distance and precision. */
export const listedLocationFields = {
  ID: field('id', recordId, { access: 'open', isReadOnly: true, shownUpTo: 'state' }),
  Email: field('email', email, { access: 'contact', cell: 'LocationEmail', shownUpTo: 'state' }),
  Name: field('name', line(1000), {
    access: 'open',
    cell: 'LocationName',
    headers: 'practicename',
    shownUpTo: 'state',
  }),
  Address: field('address', text(1000), {
    access: 'addresses',
    cell: 'LocationAddress',
    headers: 'practiceaddress',
    shownUpTo: 'exact',
  }),
  Suburb: field('suburb', line(maxWords), {
    access: 'open',
    cell: 'LocationSuburb',
    headers: 'practicesuburb',
    shownUpTo: 'suburb',
  }),
  State: field('state', line(maxWords), {
    access: 'open',
    cell: 'LocationState',
    headers: 'practicestate',
    shownUpTo: 'state',
  }),
  Country: field('country', line(maxWords), {
    access: 'open',
    cell: 'LocationCountry',
    headers: 'practicecountry',
    shownUpTo: 'state',
  }),
  Postcode: field('postcode', line(maxWords), {
    access: 'addresses',
    cell: 'LocationPostcode',
    headers: 'practicepostcode',
    shownUpTo: 'postcode',
  }),
  FullPhone: field('phone', phone, {
    access: 'contact',
    cell: 'LocationPhone',
    headers: 'practicephone',
    shownUpTo: 'state',
  }),
  Website: field('website', website, {
    access: 'open',
    headers:
      'web url homepage webpage personalwebpage website1value site www webseite internet siteweb siteinternet',
    shownUpTo: 'state',
  }),
  // The columns `exact_…` contain the exact point. The columns without this prefix contain the point that the API
  // shows, at the location's precision.
  Geolocation: inset(
    {
      Lat: field('latitude', degrees(90), {
        column: 'exact_latitude',
        headers: 'latitude y geocode1 breitengrad breite',
        shownUpTo: 'state',
      }),
      Lng: field('longitude', degrees(180), {
        column: 'exact_longitude',
        headers: 'lon long longitude x geocode2 langengrad lange',
        shownUpTo: 'state',
      }),
    },
    { access: 'addresses' },
  ),
  ...ownLocationFields,
};

export const locationFields = {
  ...listedLocationFields,
  ...locationProfileFields,
  Precision: field(
    'precision',
    { ...oneOf(locationPrecisions), cell: 'precision' },
    { access: 'open', headers: 'locationprecision', shownUpTo: 'state' },
  ),
};

/** Whether the API shows this field of a location that has this precision (docs/decisions.md 38). */
export function isShownAt({ shownUpTo = 'exact' }: Field, precision: LocationPrecision): boolean {
  return locationPrecisions.indexOf(precision) <= locationPrecisions.indexOf(shownUpTo);
}
