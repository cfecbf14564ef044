export const locationText = {
  title: 'Location of {name}',
  newTitle: 'Add a location for {name}',
  add: 'Add a location',
  change: 'Change {location}',
  none: 'No location is recorded.',
  unnamed: 'Location without an address',
  address: 'Address',
  contact: 'Contact',
  point: 'On the map',
  pointHint:
    'Drag the pin, move it with the arrow keys, click where it belongs, or type the coordinates. Save afterwards.',
  pointHintPlain: 'Type the coordinates in degrees, or find the place from the address.',
  map: 'Map with the pin of this location',
  noStreets: 'The map has no streets. Whoever runs the server adds them with: ./chapterhouse streets fetch',
  pin: 'Pin of this location',
  find: 'Find from the address',
  found: 'The pin is now in {place}. Move it to the right street, then save.',
  notFound: 'We know no place with this suburb, state and postcode. Check them, or set the pin yourself.',
  save: 'Save the location',
  remove: 'Remove the location',
  removeHint: 'You can undo this in the history of the member.',
  saved: 'The location is saved.',
  removed: 'The location is removed.',
  theirs: 'Saved by somebody else: {value}',
  conflict:
    'If you and the other person changed the same field, the value that the other person saved is shown below yours. To keep your values, save again.',
  degrees: 'must be degrees from {least} to {most}, such as {example}',
  setPoint: 'is missing: find the place from the address, or set the pin',
} as const;

/** The buttons of a member's own form. */
export const ownPlaceText = {
  add: 'Add the place',
  save: 'Save the place',
  remove: 'Remove the place',
} as const;

export const locationFieldText = {
  Name: 'Name',
  Address: 'Street',
  Suburb: 'Suburb',
  State: 'State',
  Postcode: 'Postcode',
  Country: 'Country',
  FullPhone: 'Phone',
  Email: 'Email',
  Website: 'Website',
  Lat: 'Latitude',
  Lng: 'Longitude',
  Precision: 'What the public sees',
} as const;
