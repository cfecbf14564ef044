import type { MembershipRecord } from '@/lib/store/schema/records';
import { landline } from './blank';
import { firstNames, lastNames, practicePrefixes, practiceSuffixes } from './names';
import type { Random } from './random';
import type { Register } from './register';
import { categories, extraIds, extras, typeIds } from './structure';
import { suburbs, type Suburb } from './suburbs';

export interface Company {
  name: string;
  home: Suburb;
  membership: MembershipRecord;
}

/** Each practice has a contact. The first practices are in suburbs around Geelong. */
export function enterCompanies(register: Register, count: number): Company[] {
  const names = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const home = suburbs.filter(isAroundGeelong)[index * 2] ?? register.random.pickWeighted(suburbs);
    const name = newName(names, home, register.random);
    return { name, home, membership: enterCompany(register, name, home) };
  });
}

/**
 * Enters a practice, usually with one location, sometimes with two or three. Most practices have the status
 * `financial`.
 */
function enterCompany(
  register: Register,
  name: string,
  home: Suburb,
  differs: Partial<MembershipRecord> = {},
): MembershipRecord {
  const { random } = register;
  const contact = register.person(random.pick(firstNames), random.pick(lastNames), home);
  const person = { ...contact, organisation: name, workPhone: landline(home, random) };
  return register.enter(person, home, { ...companyMembership(register, name, home), ...differs });
}

/** The fields of a practice's membership that do not depend on the contact. */
export function companyMembership(register: Register, name: string, home: Suburb): Partial<MembershipRecord> {
  const { random } = register;
  const branches = [home, ...random.sample(nearby(home), random.pick([0, 0, 0, 1, 2]))];
  const hasLapsed = random.isTrue(0.08);
  const isOwing = !hasLapsed && random.isTrue(0.08);
  return {
    kind: 'corporate',
    typeId: typeIds.practice,
    joiningDate: register.day(-random.integer(200, 7000)),
    expiryDate: register.day(hasLapsed ? -random.integer(5, 300) : random.integer(5, 360)),
    amountOutstandingThousandths: isOwing ? 1_290_000 : 0,
    categoryIds: random.sample(categories, random.integer(1, 4)).map(({ id }) => id),
    introduction: `${name} is a practice in ${home.name}. We see people of all ages, after an injury or an operation, and with pain that does not go away.\nYou need no referral. Call us, and we find a time in the same week.`,
    services:
      'First appointments of 45 minutes\nHome visits\nClasses for balance and strength\nReturn to work',
    areas: `${home.name} and nearby`,
    answers: companyAnswers(random),
    locations: branches.map((branch) =>
      register.location(branch, {
        name: branch === home ? name : `${name}, ${branch.name}`,
        email: `rooms@${domainOf(name)}`,
        website: `https://www.${domainOf(name)}/`,
        openingHours: 'Monday to Friday: 8 am to 6 pm\nSaturday: 9 am to 1 pm',
      }),
    ),
  };
}

function companyAnswers(random: Random) {
  const answer = (extraId: number, count: number) => {
    const options = extras.find(({ id }) => id === extraId)?.options ?? [];
    return random.sample(options, count).map((chosen) => ({ extraId, answer: chosen }));
  };
  return [
    ...answer(extraIds.interests, random.integer(0, 3)),
    ...answer(extraIds.languages, random.pick([0, 0, 1, 2])),
    { extraId: extraIds.newPatients, answer: random.isTrue(0.85) ? 'Yes' : 'No' },
    { extraId: extraIds.telehealth, answer: random.isTrue(0.4) ? 'Yes' : 'No' },
    ...answer(extraIds.access, 1),
  ];
}

function newName(taken: Set<string>, home: Suburb, random: Random): string {
  for (;;) {
    const prefix = random.isTrue(0.5) ? home.name : random.pick(practicePrefixes);
    const name = `${prefix} ${random.pick(practiceSuffixes)}`;
    if (!taken.has(name)) {
      taken.add(name);
      return name;
    }
  }
}

function nearby(home: Suburb): Suburb[] {
  const near = ({ point }: Suburb) =>
    Math.abs(point.latitude - home.point.latitude) + Math.abs(point.longitude - home.point.longitude) < 0.4;
  return suburbs.filter((suburb) => suburb !== home && near(suburb));
}

function isAroundGeelong({ state, postcode }: Suburb): boolean {
  return state === 'VIC' && postcode >= '3212' && postcode <= '3228';
}

/** `.example` is reserved for examples (RFC 2606), so no link leads to a real site. */
function domainOf(name: string): string {
  return `${name.toLowerCase().replace(/[^a-z]/g, '')}.example`;
}
