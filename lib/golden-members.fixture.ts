/**
 * Members for the questions in golden-questions.json: some in addition to those of the demonstration in Australia, and
 * those of three invented associations elsewhere.
 */
import { lookUp } from '@/lib/base/look-up';
import { entryOf } from '@/lib/directory/model/entry.fixture';
import type { Named, PublicAnswers, PublicEntry } from '@/lib/directory/model/entry';

// Name | categories | suburb, state, postcode, country, latitude, longitude | what is answered with Yes; an area.
const australia = `
  Alma Reid | Psychology, Child Psychology | Ballarat, VIC, 3350, Australia, -37.566, 143.850 | telehealth, new
  Bruno Katz | Psychology, Child Psychology | Ballarat, VIC, 3350, Australia, -37.560, 143.856 | telehealth, new
  Carla Voss | Psychology, Child Psychology | Ballarat, VIC, 3350, Australia, -37.570, 143.840 | new
  Dora Finch | Psychology | Ballarat, VIC, 3350, Australia, -37.566, 143.851 | telehealth
  Edwin Marsh | Psychology, Clinical Psychology | Sydney, NSW, 2000, Australia, -33.868, 151.207 | new
  Flora Quist | Psychology, Clinical Psychology | Parramatta, NSW, 2150, Australia, -33.818, 151.003 | telehealth
  Gerda Holm | Psychology | Hobart, TAS, 7000, Australia, -42.879, 147.329 | telehealth, new
  Hugo Brandt | Psychology | Launceston, TAS, 7250, Australia, -41.439, 147.135 | new
  Ida Castle | Counselling | St Kilda, VIC, 3182, Australia, -37.864, 144.982 | telehealth
  Jonas Wells | Counselling, Relationship Counselling | St Kilda, VIC, 3182, Australia, -37.865, 144.980 | new
  Karin Stone | Counselling, Relationship Counselling | Hobart, TAS, 7000, Australia, -42.880, 147.320 | telehealth
  Lars Winter | Counselling | Mount Waverley, VIC, 3149, Australia, -37.877, 145.129 | new
  Mona Field | Psychology | Preston, VIC, 3072, Australia, -37.745, 145.005 | new
  Victoria Preston | Counselling | Cairns, QLD, 4870, Australia, -16.924, 145.766 | new
  Jordan Newtown | Psychology | Perth, WA, 6000, Australia, -31.952, 115.861 | new
  Nadia Cliff | Psychology | Victoria, BC, V8W 1P6, Canada, 48.428, -123.365 | telehealth
  Owen Lake | Counselling | Wellington, , 6011, New Zealand, -41.290, 174.780 | telehealth
  Petra Reef | Counselling | Taveuni, , , Fiji, -16.850, -179.970 | telehealth
  北京协和医院 | Psychology | 北京, , , China, 39.913, 116.415 | new
  伟 李 | Counselling | Box Hill, VIC, 3128, Australia, -37.819, 145.122 | new
`;

const unitedStates = `
  Adams & Cole LLP | Tax Law, Estate Planning | New York, NY, 10001, United States, 40.750, -73.997 | new
  Bella Ortiz | Family Law | Brooklyn, NY, 11201, United States, 40.694, -73.990 | video, new
  Caleb Stone | Immigration Law | Queens, NY, 11354, United States, 40.768, -73.827 | new
  Dinah Frost | Family Law | Newark, NJ, 07102, United States, 40.736, -74.173 | video
  Evan Price | Tax Law | Boston, MA, 02108, United States, 42.357, -71.065 | new
  Faye Lund | Criminal Defense | Cambridge, MA, 02139, United States, 42.365, -71.104 | video
  Gil Navarro | Immigration Law | San Francisco, CA, 94103, United States, 37.773, -122.411 | new
  Hope Tran | Family Law | Oakland, CA, 94612, United States, 37.808, -122.269 | video, new
  Iris Wong | Employment Law | San Jose, CA, 95113, United States, 37.333, -121.891 | new
  Jack Moreno | Criminal Defense | Los Angeles, CA, 90012, United States, 34.061, -118.238 | new
  Kay Burton | Estate Planning | Long Beach, CA, 90802, United States, 33.767, -118.195 | video
  Leo Fischer | Employment Law | San Diego, CA, 92101, United States, 32.720, -117.163 | new
  Mia Olsen | Family Law | Seattle, WA, 98101, United States, 47.611, -122.334 | video, new
  Ned Parker | Tax Law | Portland, OR, 97204, United States, 45.518, -122.674 | new
  Olive Reed | Family Law | Portland, ME, 04101, United States, 43.661, -70.259 | video
  Paul Greene | Criminal Defense | Chicago, IL, 60602, United States, 41.883, -87.629 | new
  Quinn Abbott | Family Law | Springfield, IL, 62701, United States, 39.800, -89.650 | new
  Rosa Klein | Tax Law | Springfield, MA, 01103, United States, 42.103, -72.592 | video
  Saul Brandt | Employment Law | Austin, TX, 78701, United States, 30.271, -97.742 | new
  Tess Yarrow | Family Law | Dallas, TX, 75201, United States, 32.787, -96.799 | video
  Uma Patel | Immigration Law | Houston, TX, 77002, United States, 29.757, -95.364 | new
  Vera Lindt | Estate Planning | Denver, CO, 80202, United States, 39.752, -104.996 | video
  Walt Simmons | Employment Law | Washington, DC, 20001, United States, 38.912, -77.016 | new
  Xena Dale | Family Law | Atlanta, GA, 30303, United States, 33.753, -84.390 | new
  Yuri Falk | Immigration Law | Miami, FL, 33130, United States, 25.768, -80.204 | video, new
  Zora Hale | Criminal Defense | Kansas City, MO, 64106, United States, 39.105, -94.570 | new
  Abe Winter | Tax Law | St. Louis, MO, 63101, United States, 38.631, -90.193 | new
  Bea Holt | Family Law | St. Paul, MN, 55102, United States, 44.938, -93.120 | video
  Cy Draper | Estate Planning | New Orleans, LA, 70112, United States, 29.958, -90.077 | new
  Dot O’Neil | Family Law | Honolulu, HI, 96813, United States, 21.313, -157.847 | video
  Max Dallas | Tax Law | Phoenix, AZ, 85004, United States, 33.451, -112.070 | new
`;

const unitedKingdom = `
  Alfie Moss | Plumbing, Heating | London, Greater London, SW1A 1AA, England, 51.501, -0.142 | new | Westminster
  Beth Crane | Electrical Work | London, Greater London, E8 1DY, England, 51.546, -0.056 | new | Hackney
  Colin Frith | Roofing | Richmond, Greater London, TW9 1DN, England, 51.462, -0.303 | new | Richmond upon Thames
  Daisy Holt | Carpentry | Kingston upon Thames, Greater London, KT1 1EU, England, 51.410, -0.302 | | Kingston upon Thames
  Ewan Bird | Plumbing | Manchester, Greater Manchester, M1 1AE, England, 53.479, -2.236 | new | Manchester
  Flora Keen | Painting and Decorating | Salford, Greater Manchester, M5 4WT, England, 53.485, -2.274 | | Salford
  Glen Marsh | Electrical Work, Solar Panels | Leeds, West Yorkshire, LS1 4DY, England, 53.796, -1.548 | new | Leeds
  Hattie Byrne | Roofing | Birmingham, West Midlands, B2 4QA, England, 52.478, -1.899 | | Birmingham
  Ivor Pugh | Plumbing, Heating | Cardiff, South Glamorgan, CF10 1DD, Wales, 51.481, -3.179 | new | Cardiff
  Jean Muir | Carpentry | Edinburgh, Midlothian, EH1 1YZ, Scotland, 55.950, -3.188 | new | City of Edinburgh
  Kirsty Blair | Plumbing | Glasgow, Lanarkshire, G2 1DU, Scotland, 55.862, -4.252 | | Glasgow City
  Lorna Reid | Electrical Work | Perth, Perthshire, PH1 5TS, Scotland, 56.395, -3.437 | new | Perth and Kinross
  Molly Quinn | Roofing | Belfast, County Antrim, BT1 5GS, Northern Ireland, 54.597, -5.930 | | Belfast
  Niall Orr | Plumbing | Bangor, County Down, BT20 3AY, Northern Ireland, 54.664, -5.668 | new | Ards and North Down
  Owen Rees | Carpentry | Bangor, Gwynedd, LL57 1DT, Wales, 53.228, -4.129 | | Gwynedd
  Pippa Nash | Heating | Newcastle upon Tyne, Tyne and Wear, NE1 7RU, England, 54.978, -1.616 | new | Newcastle upon Tyne
  Ralph Tate | Painting and Decorating | Bath, Somerset, BA1 1LN, England, 51.381, -2.359 | | Bath and North East Somerset
  Sally Webb | Electrical Work | Bristol, Avon, BS1 4DJ, England, 51.454, -2.588 | new | City of Bristol
  Toby Finch | Plumbing | Oxford, Oxfordshire, OX1 1DP, England, 51.752, -1.258 | | Oxford
  Una Park | Carpentry | Cambridge, Cambridgeshire, CB2 3QJ, England, 52.205, 0.119 | new | Cambridge
  Vic Lyle | Roofing, Solar Panels | Brighton, East Sussex, BN1 1AE, England, 50.823, -0.138 | | Brighton and Hove
  Wendy Salt | Plumbing | St Albans, Hertfordshire, AL3 4DG, England, 51.753, -0.339 | new | St Albans
  Yvonne Lamb | Heating | St Andrews, Fife, KY16 9AL, Scotland, 56.340, -2.795 | | Fife
  Zack Hull | Electrical Work | Liverpool, Merseyside, L1 8JQ, England, 53.405, -2.981 | new | Liverpool
  Amber York | Plumbing | Plymouth, Devon, PL1 1AE, England, 50.371, -4.143 | new | Plymouth
`;

const worldwide = `
  Anna Roth | Translation | Berlin, Berlin, 10115, Germany, 52.532, 13.385 | video
  Bernd Vogel | Interpreting | München, Bayern, 80331, Germany, 48.137, 11.575 | new
  Clara Busch | Translation | Frankfurt am Main, Hessen, 60311, Germany, 50.111, 8.683 | video
  Dieter Kranz | Editing | Essen, Nordrhein-Westfalen, 45127, Germany, 51.457, 7.012 | new
  Eva Lang | Translation | Wien, Wien, 1010, Austria, 48.209, 16.371 | video
  Fabien Morel | Interpreting | Paris, Île-de-France, 75001, France, 48.863, 2.336 | new
  Greta Rossi | Translation | Roma, Lazio, 00184, Italy, 41.895, 12.492 | video
  Hugo Reyes | Editing | Ciudad de México, CDMX, 06000, Mexico, 19.433, -99.133 | new
  Inês Prado | Translation | São Paulo, SP, 01000-000, Brazil, -23.548, -46.637 | video
  Jun Sato | Interpreting | 東京, 東京都, 100-0001, Japan, 35.685, 139.753 | new
  Katya Orlova | Translation | Москва, , 101000, Russia, 55.752, 37.618 | video
  Leila Haddad | Editing | Beirut, , , Lebanon, 33.894, 35.502 | new
  Maria Papadakis | Interpreting | Αθήνα, Αττική, 105 57, Greece, 37.976, 23.735 | video
  Νίκος Παπαδόπουλος | Translation | Θεσσαλονίκη, , 546 22, Greece, 40.640, 22.944 | new
  Noah Clarke | Translation | London, Greater London, EC1A 1BB, United Kingdom, 51.520, -0.098 | video
  Olga Grant | Editing | London, Ontario, N6A 3N7, Canada, 42.984, -81.246 | new
  Perla Shaw | Interpreting | Perth, WA, 6000, Australia, -31.952, 115.861 | new
  Rory Munro | Translation | Perth, Perthshire, PH1 5TS, United Kingdom, 56.395, -3.437 | video
  Seren Vaughan | Editing | Newport, Gwent, NP20 1UH, United Kingdom, 51.585, -2.998 | new
  Tomas Novák | Translation | Praha, , 110 00, Czechia, 50.088, 14.421 | video
  Ulla Berg | Interpreting | København, , 1050, Denmark, 55.681, 12.586 | new
  伟 李 | Translation | 上海, , 200001, China, 31.232, 121.475 | video
  Wiktor Zając | Editing | Warszawa, Mazowieckie, 00-001, Poland, 52.232, 21.007 | new
  Yael Cohen | Translation | Tel Aviv, , 61000, Israel, 32.080, 34.781 | video
  Zeynep Kaya | Interpreting | İstanbul, , 34000, Türkiye, 41.008, 28.978 | new
  Ada Costa | Translation | New York, NY, 10001, United States, 40.750, -73.997 | video
  Ben Okoro | Editing | Lagos, , , Nigeria, 6.455, 3.394 | new
`;

const questions: Record<string, { extraId: string; label: string }> = {
  telehealth: { extraId: '4', label: 'Telehealth' },
  video: { extraId: '4', label: 'Video meetings' },
  new: { extraId: '3', label: 'Accepting new patients' },
};

export interface GoldenAssociation {
  name: string;
  country: string | null;
  categories: Named[];
  members: PublicEntry[];
}

export type GoldenName = 'australia' | 'unitedStates' | 'unitedKingdom' | 'worldwide';

/** The members of `australia` are added to those of the demonstration. */
export const golden: Record<GoldenName, GoldenAssociation> = {
  australia: associationOf('', 'Australia', australia),
  unitedStates: associationOf('Lawyers of America', 'United States', unitedStates),
  unitedKingdom: associationOf('Guild of Builders', 'United Kingdom', unitedKingdom),
  worldwide: associationOf('World Translators', null, worldwide),
};

function associationOf(name: string, country: string | null, lines: string): GoldenAssociation {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()));
  const names = [...new Set(rows.flatMap(([, categories = '']) => categories.split(', ')))];
  const categories = names.map((category, at) => ({ id: String(21 + at), name: category }));
  return { name, country, categories, members: rows.map((row, at) => memberOf(row, at, categories)) };
}

function memberOf(
  [name = '', categories = '', place = '', yes = '', area = '']: string[],
  at: number,
  all: Named[],
): PublicEntry {
  const [suburb = '', state = '', postcode = '', country = '', latitude, longitude] = place
    .split(',')
    .map((part) => part.trim());
  const address = { suburb, state: state || null, country };
  const answers: PublicAnswers[] = yes.split(', ').flatMap((key) => {
    const question = lookUp(questions, key);
    return question === undefined ? [] : [{ ...question, answers: ['Yes'] }];
  });
  if (area !== '') answers.push({ extraId: '9', label: 'Local authority', answers: [area] });
  return entryOf(`9${String(at).padStart(3, '0')}`, {
    kind: 'person',
    name,
    categories: all.filter((one) => categories.split(', ').includes(one.name)),
    memberSince: 2000 + at,
    ...address,
    answers,
    locations: [
      {
        id: `9${at}`,
        name: `${suburb} rooms`,
        address: null,
        ...address,
        postcode: postcode || null,
        phone: '03 5550 0100',
        website: null,
        point: { latitude: Number(latitude), longitude: Number(longitude) },
        precision: 'exact',
      },
    ],
  });
}
