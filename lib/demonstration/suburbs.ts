/**
 * Real suburbs and towns, more of them in populous areas and around Geelong. Coordinates to three decimals from
 * GeoNames (CC BY 4.0, https://www.geonames.org).
 */
import type { Point } from '@/lib/map/geo/point';

export interface Suburb {
  name: string;
  postcode: string;
  state: AustralianState;
  point: Point;
  /** How many members live here, relative to other suburbs. */
  weight: number;
}

export const australianStates = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;
export type AustralianState = (typeof australianStates)[number];

// One suburb per line: name, postcode, latitude, longitude, weight.
const lines: Record<AustralianState, string> = {
  VIC: `
Geelong 3220 -38.147 144.361 5
Newtown 3220 -38.154 144.335 2
Geelong West 3218 -38.139 144.348 3
Belmont 3216 -38.175 144.343 3
Highton 3216 -38.171 144.311 3
Grovedale 3216 -38.200 144.350 2
Corio 3214 -38.083 144.383 2
Lara 3212 -38.024 144.406 2
Leopold 3224 -38.190 144.468 2
Ocean Grove 3226 -38.258 144.519 2
Torquay 3228 -38.331 144.326 2
Drysdale 3222 -38.172 144.570 1
Armstrong Creek 3217 -38.231 144.374 2
Bell Park 3215 -38.108 144.338 1
Waurn Ponds 3216 -38.217 144.283 1
Barwon Heads 3227 -38.274 144.489 1
Melbourne 3000 -37.814 144.963 6
Carlton 3053 -37.800 144.967 3
Richmond 3121 -37.818 145.002 4
Fitzroy 3065 -37.798 144.978 2
Brunswick 3056 -37.767 144.967 3
Footscray 3011 -37.800 144.900 3
St Kilda 3182 -37.864 144.982 2
Hawthorn 3122 -37.820 145.036 3
Camberwell 3124 -37.842 145.069 2
Box Hill 3128 -37.819 145.125 3
Glen Waverley 3150 -37.878 145.165 2
Dandenong 3175 -37.983 145.200 2
Frankston 3199 -38.145 145.123 2
Preston 3072 -37.750 145.017 2
Essendon 3040 -37.750 144.911 2
Werribee 3030 -37.900 144.667 2
Williamstown 3016 -37.863 144.899 1
Brighton 3186 -37.906 145.003 2
Ringwood 3134 -37.817 145.233 2
Moonee Ponds 3039 -37.767 144.917 1
Ballarat 3350 -37.566 143.850 3
Bendigo 3550 -36.758 144.280 3
Shepparton 3630 -36.380 145.399 2
Traralgon 3844 -38.195 146.542 1
Warrnambool 3280 -38.382 142.483 2
Mildura 3500 -34.186 142.163 1
Wodonga 3690 -36.122 146.888 1
`,
  NSW: `
Sydney 2000 -33.868 151.207 6
Newtown 2042 -33.898 151.178 3
Parramatta 2150 -33.818 151.003 4
Bondi 2026 -33.894 151.264 2
Manly 2095 -33.798 151.288 3
Chatswood 2067 -33.800 151.183 3
Randwick 2031 -33.914 151.249 2
Marrickville 2204 -33.907 151.155 2
Penrith 2750 -33.750 150.700 2
Liverpool 2170 -33.919 150.926 2
Hurstville 2220 -33.968 151.101 2
Mosman 2088 -33.839 151.240 1
Newcastle 2300 -32.930 151.780 3
Wollongong 2500 -34.424 150.893 3
Gosford 2250 -33.424 151.344 2
Albury 2640 -36.075 146.924 2
Wagga Wagga 2650 -35.126 147.354 2
Dubbo 2830 -32.243 148.605 1
Orange 2800 -33.284 149.100 2
Tamworth 2340 -31.090 150.929 1
Coffs Harbour 2450 -30.296 153.114 1
Byron Bay 2481 -28.650 153.612 1
Broken Hill 2880 -31.965 141.451 1
`,
  QLD: `
Brisbane 4000 -27.468 153.028 5
Fortitude Valley 4006 -27.457 153.032 2
West End 4101 -27.479 153.010 2
Toowong 4066 -27.483 152.983 2
Chermside 4032 -27.385 153.031 2
Indooroopilly 4068 -27.503 152.975 2
Ipswich 4305 -27.623 152.761 2
Southport 4215 -27.967 153.398 3
Burleigh Heads 4220 -28.100 153.450 2
Toowoomba 4350 -27.561 151.954 2
Maroochydore 4558 -26.660 153.100 2
Noosa Heads 4567 -26.394 153.090 1
Rockhampton 4700 -23.380 150.506 1
Mackay 4740 -21.153 149.166 1
Townsville 4810 -19.266 146.806 2
Cairns 4870 -16.924 145.766 2
Mount Isa 4825 -20.725 139.497 1
`,
  SA: `
Adelaide 5000 -34.929 138.599 4
North Adelaide 5006 -34.907 138.591 2
Norwood 5067 -34.927 138.628 2
Unley 5061 -34.950 138.600 2
Glenelg 5045 -34.981 138.515 2
Prospect 5082 -34.882 138.593 2
Port Adelaide 5015 -34.846 138.503 1
Mount Barker 5251 -35.067 138.867 1
Mount Gambier 5290 -37.832 140.779 1
Whyalla 5600 -33.033 137.565 1
`,
  WA: `
Perth 6000 -31.952 115.861 4
Fremantle 6160 -32.056 115.746 3
Subiaco 6008 -31.948 115.827 2
Joondalup 6027 -31.744 115.768 2
Victoria Park 6100 -31.976 115.905 2
Mandurah 6210 -32.527 115.722 2
Bunbury 6230 -33.327 115.641 1
Albany 6330 -35.027 117.884 1
Geraldton 6530 -28.779 114.615 1
Broome 6725 -17.955 122.239 1
`,
  TAS: `
Hobart 7000 -42.879 147.329 3
Sandy Bay 7005 -42.894 147.324 1
Launceston 7250 -41.439 147.135 2
Devonport 7310 -41.177 146.352 1
Burnie 7320 -41.056 145.904 1
`,
  ACT: `
Braddon 2612 -35.271 149.136 2
Belconnen 2617 -35.238 149.066 2
Kingston 2604 -35.315 149.147 2
Canberra 2601 -35.283 149.128 2
`,
  NT: `
Darwin 0800 -12.461 130.842 2
Palmerston 0830 -12.486 130.983 1
Alice Springs 0870 -23.697 133.884 2
Katherine 0850 -14.465 132.263 1
`,
};

export const suburbs: readonly Suburb[] = australianStates.flatMap((state) =>
  lines[state]
    .trim()
    .split('\n')
    .map((line) => toSuburb(state, line)),
);

/** @throws Error if the suburb does not exist: a mistake in the demonstration's own data */
export function requireSuburb(name: string, state: AustralianState): Suburb {
  const found = suburbs.find((suburb) => suburb.name === name && suburb.state === state);
  if (found === undefined) throw new Error(`the demonstration has no suburb ${name} ${state}`);
  return found;
}

function toSuburb(state: AustralianState, line: string): Suburb {
  const parts = /^(.+) (\d{4}) (\S+) (\S+) (\d)$/.exec(line);
  if (parts === null) throw new Error(`not a suburb: ${line}`);
  const [, name = '', postcode = '', latitude, longitude, weight] = parts;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return { name, postcode, state, point, weight: Number(weight) };
}
