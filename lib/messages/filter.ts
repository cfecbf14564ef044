/** What is said of an address whose search cannot be taken as it is. Each names the parameter and what was expected. */
export const filterText = {
  cut: '“q” (search) was cut to its first {count, number} characters',
  manyValues: '“{field}” has more than {count, number} values; the rest were left out',
  manyChosen: 'more than {count, number} values were chosen in all; the rest were left out',
  unit: '“unit” must be km or mi',
  radiusTooLarge: '“radius” reaches round the earth; all distances are shown',
  radius: '“radius” must be a number above 0, in {unit}; {usual, number} {unit} was taken',
  sort: '“sort” must be name or default',
  layout: '“layout” must be cards or rows',
  page: '“page” must be a whole number from 1',
  place: '“near”: no place called “{place}” is known. Try a suburb, a city or a postcode',
  latitude: '“lat” must be a latitude from -90 to 90, and goes with “lng”',
  longitude: '“lng” must be a longitude from -180 to 180, and goes with “lat”',
  box: '“box” must be four numbers south,west,north,east: latitudes -90 to 90, longitudes -180 to 180',
};
