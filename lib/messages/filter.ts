/** Problems with the address of a search. Each message names the parameter and what was expected. */
export const filterText = {
  cut: '“q” (search) was shortened to its first {count, number} characters',
  manyValues: '“{field}” has more than {count, number} values; the rest were ignored',
  manyChosen: 'more than {count, number} values were selected in total; the rest were ignored',
  unit: '“unit” must be km or mi',
  radiusTooLarge: '“radius” is larger than the earth; results at all distances are shown',
  radius: '“radius” must be a number above 0, in {unit}; {usual, number} {unit} was used',
  sort: '“sort” must be name, joined, newest or default',
  inside: '“in” must be the ID of a state or region, such as au-vic',
  suburbOf: '{place} (for “{address}”)',
  layout: '“layout” must be cards or rows',
  page: '“page” must be a whole number of at least 1',
  place: '“near”: we do not know a place called “{place}”. Try a suburb, city or postcode',
  latitude: '“lat” must be a latitude from -90 to 90, and “lng” must also be given',
  longitude: '“lng” must be a longitude from -180 to 180, and “lat” must also be given',
  box: '“box” must be four numbers south,west,north,east: latitudes -90 to 90, longitudes -180 to 180',
} as const;
