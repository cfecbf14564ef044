import { defaultDirectoryFields } from '@/lib/contract/directory-fields';
import type { OfficeRole } from '@/lib/contract/fields/role';
import type { MembershipRecord, PersonRecord } from '@/lib/store/schema/records';
import { companyMembership } from './companies';
import { personStanding } from './people';
import type { Register } from './register';
import { addonIds, extraIds, typeIds } from './structure';
import { requireSuburb, suburbs, type AustralianState } from './suburbs';

export interface CastMember {
  person: PersonRecord;
  shows: string;
  office?: { role: OfficeRole; chapterIds: number[]; shows: string };
}

/**
 * People with passwords. Each demonstrates a different status, role or special case. They come first, so their IDs
 * never change.
 */
export function enterCast(register: Register): CastMember[] {
  const { day } = register;
  const inGeelong = enter(register, 'Zoë van der Berg', ['Geelong West', 'VIC'], {
    joiningDate: day(-2400),
    expiryDate: day(210),
    categoryIds: [1, 2],
    show: [...defaultDirectoryFields.person, 'Email', 'WorkPhone'],
    addons: [
      { addonId: addonIds.listing, quantity: 1, expiryDate: day(210), answers: [] },
      { addonId: addonIds.insurance, quantity: 1, expiryDate: day(90), answers: [] },
    ],
    answers: [
      { extraId: extraIds.interests, answer: 'Running injuries' },
      { extraId: extraIds.newPatients, answer: 'Yes' },
    ],
  });
  const owing = enter(register, "Liam O'Brien", ['Belmont', 'VIC'], {
    expiryDate: day(160),
    amountOutstandingThousandths: 545_000,
  });
  const lapsed = enter(register, 'Margaret Ó Súilleabháin', ['Bendigo', 'VIC'], { expiryDate: day(-45) });
  const expiring = enter(register, 'Łukasz Nowak', ['Carlton', 'VIC'], { expiryDate: day(12) });
  return [
    {
      person: inGeelong,
      shows: 'A member whose membership is financial',
      office: { role: 'owner', chapterIds: [], shows: 'owner in the office' },
    },
    {
      person: owing,
      shows: 'A member who owes money',
      office: { role: 'secretary', chapterIds: [], shows: 'secretary in the office' },
    },
    { person: lapsed, shows: 'A member whose membership has lapsed' },
    {
      person: expiring,
      shows: 'A member whose membership expires soon',
      office: { role: 'officer', chapterIds: [7], shows: 'officer of the Victorian chapter in the office' },
    },
    ...enterCompanyPeople(register),
    ...enterCouple(register),
    {
      person: enterManyRoles(register),
      shows: 'Several memberships: a life member who is the contact of two practice memberships',
    },
    {
      person: enter(register, 'Tane Ngata', ['Perth', 'WA'], { expiryDate: day(364), isApproved: false }),
      shows: 'Has applied; the membership is not approved yet',
    },
  ];
}

/** People who must always exist. Their names test sorting and encoding, and their dates are edge cases. */
export function enterNotables(register: Register): void {
  const names = `Nguyễn Thị Hương|李 娜|王 小明|Þóra Björnsdóttir|Ørjan Ødegård|Ægir Ásgeirsson|Jürgen Weiß|İpek Yıldız|
    Ďuro Ľudovít|Şebnem Çelik|Aisling Ní Dhomhnaill|Anne-Marie D'Souza|Seán Mac Giolla Phádraig|Élodie d’Aubigné|
    Ana-María Peña y Lillo|Nnamdi Ọkọnkwọ|MacKenzie MacKenzie|Jo Li|Μαρία Παππά|Олена Шевченко|김 민준|山田 花子`;
  const list = names.split('|').map((name) => name.trim());
  list.forEach((name, index) => {
    const home = register.random.pickWeighted(suburbs);
    enter(register, name, [home.name, home.state], { ...personStanding(register), isApproved: index !== 3 });
  });
  const { day } = register;
  enter(register, 'Lastday Today', ['Sydney', 'NSW'], { expiryDate: day(0) });
  enter(register, 'Firstday Lapsed', ['Sydney', 'NSW'], { expiryDate: day(-1) });
  enter(register, 'Oliver Unlisted', ['Geelong', 'VIC'], { expiryDate: day(200), isListed: false });
}

function enter(
  register: Register,
  name: string,
  [suburb, state]: [string, AustralianState],
  differs: Partial<MembershipRecord>,
): PersonRecord {
  const home = requireSuburb(suburb, state);
  const [firstName = '', ...rest] = name.split(' ');
  const person = register.person(firstName, rest.join(' '), home);
  const locations = [register.location(home, { name: `${suburb} rooms` })];
  register.enter(person, home, { joiningDate: register.day(-1500), locations, ...differs });
  return person;
}

function enterCompanyPeople(register: Register): CastMember[] {
  const { day } = register;
  const home = requireSuburb('Newtown', 'VIC');
  const name = 'Corio Bay Physiotherapy';
  const contact = { ...register.person('Priya', 'Raman', home), organisation: name };
  const company = register.enter(contact, home, {
    ...companyMembership(register, name, home),
    expiryDate: day(140),
    amountOutstandingThousandths: 0,
  });
  const staff = { ...register.person('Minh Anh', 'Nguyễn', home), organisation: name };
  const taken = { parentId: company.id, expiryDate: company.expiryDate };
  register.enter(staff, home, { ...taken, typeId: typeIds.graduate, joiningDate: day(-300) });
  return [
    { person: contact, shows: 'The contact of a practice, without a membership of her own' },
    { person: staff, shows: 'A sub-member of that practice' },
  ];
}

function enterCouple(register: Register): CastMember[] {
  const { day } = register;
  const home = requireSuburb('Torquay', 'VIC');
  return ['Helen', 'George'].map((firstName, index) => {
    const own = register.person(firstName, 'Papadopoulos', home);
    const person = { ...own, email: 'papadopoulos@example.com' };
    register.enter(person, home, { joiningDate: day(-900), expiryDate: day(index === 0 ? 80 : -20) });
    const partner = index === 0 ? 'her husband George' : 'his wife Helen';
    return { person, shows: `Shares the email address with ${partner}, who has another password` };
  });
}

/**
 * This person is also the contact of two practice memberships. Both memberships have the name of the person's
 * organisation. The second membership has ended.
 */
function enterManyRoles(register: Register): PersonRecord {
  const home = requireSuburb('Box Hill', 'VIC');
  const name = 'Box Hill Movement Clinic';
  const named = { ...register.person('伟', '李', home), email: 'wei.li@example.com', title: 'Dr' };
  const person = { ...named, organisation: name };
  const { day } = register;
  register.enter(person, home, { typeId: typeIds.life, joiningDate: day(-9000) });
  for (const days of [250, -30]) {
    const company = companyMembership(register, name, home);
    register.enter(person, home, { ...company, amountOutstandingThousandths: 0, expiryDate: day(days) });
  }
  register.seats.push({ personId: person.id, chapterId: 7, startsOn: day(-400), endsOn: null });
  return person;
}
