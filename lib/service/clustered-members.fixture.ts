/**
 * Members of an invented association for tests and benchmarks of growth. They have every field and, as in reality, live
 * in cities. The same seed gives the same members, and member 7 is the same however many there are.
 */
import { blankRecord } from '@/lib/contract/fields/columns';
import { locationFields } from '@/lib/contract/fields/location';
import { blankMembership, blankPerson } from '@/lib/store/blank-records';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { LocationRecord, MemberRecord } from '@/lib/store/schema/records';
import { sampleOrganisation } from '@/lib/store/sample-members.fixture';
import { seededRandom } from '@/lib/base/seeded-random';

const counts = { type: 8, category: 24, chapter: 12, addon: 4 };

interface City {
  name: string;
  state: string;
  latitude: number;
  longitude: number;
  /** The population in thousands. */
  people: number;
}

const cities: City[] = [
  ['Sydney', 'NSW', -33.87, 151.21, 5_300],
  ['Melbourne', 'VIC', -37.81, 144.96, 5_200],
  ['Brisbane', 'QLD', -27.47, 153.03, 2_600],
  ['Perth', 'WA', -31.95, 115.86, 2_200],
  ['Adelaide', 'SA', -34.93, 138.6, 1_400],
  ['Canberra', 'ACT', -35.28, 149.13, 460],
  ['Hobart', 'TAS', -42.88, 147.33, 250],
  ['Geelong', 'VIC', -38.15, 144.36, 290],
  ['Cairns', 'QLD', -16.92, 145.77, 150],
  ['Alice Springs', 'NT', -23.7, 133.88, 25],
].map(([name, state, latitude, longitude, people]) => ({ name, state, latitude, longitude, people }) as City);
const allPeople = cities.reduce((sum, { people }) => sum + people, 0);

const syllables = 'an ber cor da el fin gar hol is jo ka lin mor na or per qui ros sen tar'.split(' ');

export async function putClusteredStructure(writer: MembersWriter): Promise<void> {
  const numbered = <T>(count: number, toRecord: (id: number) => T) =>
    Array.from({ length: count }, (_, at) => toRecord(at + 1));
  const common = { description: 'For everybody.', isVisible: true, hasGst: true, isSearchable: true };
  await writer.structure.putOrganisation(sampleOrganisation());
  await writer.structure.putMembershipTypes(
    numbered(counts.type, (id) => ({
      ...common,
      id,
      name: `Type ${id}`,
      isStudent: id === 3,
      hasAnniversaryExpiry: false,
      costThousandths: id * 50_000,
      extraIds: [11],
    })),
  );
  await writer.structure.putCategories(
    numbered(counts.category, (id) => ({ id, name: `Field ${id}`, description: `Work in field ${id}.` })),
  );
  await writer.structure.putChapters(numbered(counts.chapter, (id) => ({ id, name: `Chapter ${id}` })));
  await writer.structure.putAddons(
    numbered(counts.addon, (id) => ({ ...common, id, name: `Addon ${id}`, costThousandths: id * 10_000 })),
  );
  const extra = {
    isSearchable: true,
    isAdminOnly: false,
    isMembersOnly: false,
    isOnCard: false,
    optionsFromAnswers: [],
  };
  await writer.structure.putExtras([
    {
      ...extra,
      id: 11,
      question: 'Do you take new patients?',
      searchName: 'New patients',
      answerType: 1,
      options: ['Yes', 'No'],
    },
    {
      ...extra,
      id: 12,
      question: 'Languages',
      searchName: 'Languages',
      answerType: 2,
      options: ['English', 'Polish', 'Greek'],
    },
    {
      ...extra,
      id: 13,
      question: 'Notes',
      searchName: 'Notes',
      answerType: 0,
      options: [],
      isAdminOnly: true,
      isMembersOnly: false,
      isOnCard: false,
    },
  ]);
}

/** Four in five members have a location. Three in a hundred have two. */
export function clusteredMember(id: number): MemberRecord {
  // Each member has its own seed, far from its neighbours' seeds.
  const random = seededRandom(Math.imul(id, 0x9e3779b1));
  const below = (count: number) => Math.floor(random() * count);
  // As with names and places, a few values are common and most are rare.
  const skewed = (count: number) => Math.floor(count * random() ** 3);
  const word = (number: number) =>
    capital(`${syllables[number % 20]}${syllables[Math.floor(number / 20) % 20]}${Math.floor(number / 400)}`);
  const city = cityAt(random() * allPeople);
  const suburb = `${city.name} ${skewed(60)}`;
  const [firstName, lastName] = [word(skewed(1_500)), word(skewed(20_000))];
  const place = { suburb, postcode: String(2000 + below(6000)), state: city.state, country: 'Australia' };
  const address = { address: `${1 + below(200)} High Street`, ...place };
  // As in a register, hardly any two members have the same number.
  const phone = () => String(300_000_000 + below(100_000_000)).replace(/^(\d)(\d{4})(\d{4})$/, '0$1 $2 $3');
  const location = (number: number): LocationRecord => ({
    ...blankRecord(locationFields),
    ...place,
    id: id * 2 + number,
    email: `clinic${id}@members.example`,
    name: `${lastName} Clinic ${number}`,
    address: address.address,
    phone: phone(),
    website: `https://clinic${id}.example`,
    latitude: round(city.latitude + scatter(random)),
    longitude: round(city.longitude + scatter(random)),
    precision: random() < 0.9 ? 'exact' : 'suburb',
  });
  const locationCount = random() < 0.8 ? (random() < 0.03 ? 2 : 1) : 0;
  const standing = random();
  return {
    person: {
      ...blankPerson(id),
      firstName,
      lastName,
      title: random() < 0.3 ? 'Dr' : 'Ms',
      email: `member${id}@members.example`,
      organisation: `${word(skewed(8_000))} Group`,
      address,
      mailingAddress: address,
      phone: phone(),
      workPhone: phone(),
      mobile: phone(),
    },
    membership: {
      ...blankMembership(id, 'individual'),
      membershipNumber: `M-${id}`,
      expiryDate:
        standing < 0.1 ? day(2024, below) : standing < 0.14 ? '2026-06-30' : day(2027 + below(3), below),
      joiningDate: day(2000 + below(25), below),
      typeId: 1 + skewed(counts.type),
      chapterId: 1 + skewed(counts.chapter),
      amountOutstandingThousandths: standing > 0.95 ? 120_000 : 0,
      currency: 'AUD',
      categoryIds: [...new Set([1 + skewed(counts.category), 1 + skewed(counts.category)])].sort(
        (a, b) => a - b,
      ),
      addons:
        random() < 0.2
          ? [{ addonId: 1 + below(counts.addon), quantity: 1, expiryDate: '2027-06-30', answers: [] }]
          : [],
      answers: [
        { extraId: 11, answer: random() < 0.6 ? 'Yes' : 'No' },
        { extraId: 12, answer: random() < 0.9 ? 'English' : 'Polish' },
        { extraId: 13, answer: `Note ${id}` },
      ],
      locations: Array.from({ length: locationCount }, (_, number) => location(number)),
    },
  };
}

function cityAt(person: number): City {
  let remaining = person;
  // The sizes are rounded, so a few people may be left over. They live in the last city.
  return cities.find(({ people }) => (remaining -= people) < 0) ?? (cities.at(-1) as City);
}

/** Returns an offset in degrees. The offset is usually about 10 km, and at most about 40 km. */
function scatter(random: () => number): number {
  return (random() + random() + random() - 1.5) * 0.25;
}

function round(degrees: number): number {
  return Number(degrees.toFixed(5));
}

function day(year: number, below: (count: number) => number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${year}-${two(1 + below(12))}-${two(1 + below(28))}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
