/** Members in addition to those of the demonstration, for the questions in golden-questions.json. */
import { entryOf } from '@/lib/directory-model/entry.fixture';
import type { Named, PublicEntry } from '@/lib/directory-model/entry';

export const goldenCategories: Named[] = [
  { id: '21', name: 'Psychology' },
  { id: '22', name: 'Child Psychology' },
  { id: '23', name: 'Clinical Psychology' },
  { id: '24', name: 'Counselling' },
  { id: '25', name: 'Relationship Counselling' },
];

// Name | categories | suburb, state, postcode, country, latitude, longitude | the questions that are answered with Yes.
const lines = `
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
`;

const answers = {
  telehealth: { extraId: '4', label: 'Telehealth', answers: ['Yes'] },
  new: { extraId: '3', label: 'Accepting new patients', answers: ['Yes'] },
};

export const goldenMembers: PublicEntry[] = lines
  .trim()
  .split('\n')
  .map((line, at) => {
    const [name = '', categories = '', place = '', yes = ''] = line.split('|').map((part) => part.trim());
    const [suburb = '', state = '', postcode = '', country = '', latitude, longitude] = place
      .split(',')
      .map((part) => part.trim());
    const area = { suburb, state: state || null, country };
    return entryOf(`9${String(at).padStart(3, '0')}`, {
      kind: 'person',
      name,
      categories: goldenCategories.filter((one) => categories.split(', ').includes(one.name)),
      memberSince: 2000 + at,
      ...area,
      answers: yes.split(', ').flatMap((key) => (key === 'new' || key === 'telehealth' ? answers[key] : [])),
      locations: [
        {
          id: `9${at}`,
          name: `${suburb} rooms`,
          address: null,
          ...area,
          postcode: postcode || null,
          phone: '03 5550 0100',
          website: null,
          point: { latitude: Number(latitude), longitude: Number(longitude) },
          precision: 'exact',
        },
      ],
    });
  });
