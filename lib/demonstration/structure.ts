import { blankSettings } from '@/lib/store/blank-settings';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterToPut,
  ExtraRecord,
  TypeToPut,
  OrganisationRecord,
} from '@/lib/store/schema/records';

export const demonstrationId = 100;

/** @param baseUrl the beginning of the organisation's invoice and payment addresses, without a trailing slash */
export function demonstrationOrganisation(baseUrl: string): OrganisationRecord {
  return {
    id: demonstrationId,
    name: 'Southern Cross Physiotherapy Association',
    timeZone: 'Australia/Melbourne',
    country: 'Australia',
    currency: 'AUD',
    noticeDays: 30,
    listedStatuses: ['financial', 'expiring'],
    colour: '#0f6b63',
    logoUrl: null,
    invoiceUrlTemplate: `${baseUrl}/demo/invoice/{MembershipNumber}`,
    paymentUrlTemplate: `${baseUrl}/demo/pay/{MembershipNumber}`,
    ...blankSettings,
    isTypeHidden: true,
  };
}

export const typeIds = { full: 1, graduate: 2, student: 3, associate: 4, life: 5, practice: 6 } as const;
export const addonIds = { listing: 1, insurance: 2, journal: 3, mentoring: 4, archive: 5 } as const;
export const extraIds = {
  interests: 1,
  languages: 2,
  newPatients: 3,
  telehealth: 4,
  access: 5,
  registeredSince: 6,
  university: 7,
  delivery: 8,
  insuredUntil: 9,
  note: 10,
  homeVisits: 11,
} as const;

export const membershipTypes: TypeToPut[] = [
  type(typeIds.full, 'Full Member', 545, { description: 'Registered physiotherapists in practice.' }),
  type(typeIds.graduate, 'Graduate Member', 265, {
    description: 'The first two years after graduation.',
    hasAnniversaryExpiry: true,
  }),
  type(typeIds.student, 'Student Member', 55, {
    description: 'Enrolled in an accredited physiotherapy programme.',
    isStudent: true,
    isSearchable: false,
    extraIds: [extraIds.university],
  }),
  type(typeIds.associate, 'Associate Member', 320, {
    description: 'Teachers, researchers and allied health.',
  }),
  type(typeIds.life, 'Life Member', 0, {
    description: 'Elected for long service; without end.',
    isVisible: false,
    hasGst: false,
  }),
  type(typeIds.practice, 'Practice Member', 1290, {
    description: 'Practices and clinics, with up to eight staff.',
    extraIds: [extraIds.access],
  }),
];

export const agedCareId = 6;

export const categories: CategoryRecord[] = [
  category(
    1,
    'Musculoskeletal',
    '<p>Backs, necks, shoulders and knees: <strong>pain and movement</strong>.</p>',
  ),
  category(2, 'Sports and Exercise', '<p>Injury, training load and the <em>return to sport</em>.</p>'),
  category(3, 'Paediatric', 'Babies, children and adolescents.'),
  category(
    4,
    'Neurological',
    '<p>After stroke or brain injury, and with:</p><ul><li>Parkinson’s disease</li><li>multiple sclerosis</li></ul>',
  ),
  category(
    5,
    "Women's, Men's and Pelvic Health",
    'Continence, pregnancy and recovery after birth or surgery.',
  ),
  category(
    agedCareId,
    'Aged Care and Falls Prevention',
    '<p>Strength and balance, <strong>at home</strong> or in care.</p>',
  ),
  category(7, 'Cardiorespiratory', 'Heart and lung conditions; rehabilitation after hospital.'),
  category(8, 'Occupational Health', 'Workplaces: assessment, prevention and return to work.'),
  category(9, 'Hand and Upper Limb', ''),
  category(
    10,
    'Aquatic',
    '<p>Exercise in warm water. <a href="https://example.org/aquatic">What to bring</a></p>',
  ),
];

/** In the order of `australianStates`. */
export const chapters: readonly ChapterToPut[] = [
  { id: 1, name: 'Australian Capital Territory' },
  { id: 2, name: 'New South Wales' },
  { id: 3, name: 'Northern Territory' },
  { id: 4, name: 'Queensland' },
  { id: 5, name: 'South Australia' },
  { id: 6, name: 'Tasmania' },
  { id: 7, name: 'Victoria' },
  { id: 8, name: 'Western Australia' },
];

export const addons: AddonRecord[] = [
  addon(addonIds.listing, 'Find a Physio Listing', 90, { isSearchable: true }),
  addon(addonIds.insurance, 'Professional Indemnity Insurance', 185, {}),
  addon(addonIds.journal, 'Journal Subscription', 120, {
    description: 'Four issues a year, in print or online.',
  }),
  addon(addonIds.mentoring, 'Mentoring Programme', 0, { hasGst: false }),
  addon(addonIds.archive, 'Conference Archive 2019', 40, { isVisible: false }),
];

const openQuestion = {
  isSearchable: true,
  isAdminOnly: false,
  isMembersOnly: false,
  isOnCard: false,
  optionsFromAnswers: [],
};
const registerOnly = { ...openQuestion, isSearchable: false };
const adminOnly = { ...registerOnly, isAdminOnly: true };

export const extras: ExtraRecord[] = [
  {
    ...openQuestion,
    id: extraIds.interests,
    question: 'Which conditions do you have a special interest in?',
    searchName: 'Special interests',
    answerType: 2,
    options: [
      'Arthritis',
      'Back pain',
      'Concussion',
      'Dance injuries',
      'Headache',
      'Hypermobility',
      'Persistent pain',
      'Post-operative care',
      'Running injuries',
      'Vertigo',
    ],
  },
  {
    ...openQuestion,
    id: extraIds.languages,
    question: 'In which languages besides English can you treat?',
    searchName: 'Languages spoken',
    answerType: 2,
    options: [
      'Arabic',
      'Auslan',
      'Cantonese',
      'Greek',
      'Hindi',
      'Italian',
      'Mandarin (普通话)',
      'Polski',
      'Spanish',
      'Tiếng Việt',
    ],
  },
  {
    ...openQuestion,
    id: extraIds.newPatients,
    question: 'Are you accepting new patients?',
    searchName: 'Accepting new patients',
    answerType: 3,
    options: ['Yes', 'No'],
    isOnCard: true,
  },
  {
    ...openQuestion,
    id: extraIds.telehealth,
    question: 'Do you offer consultations by video?',
    searchName: 'Telehealth',
    answerType: 3,
    options: ['Yes', 'No'],
    isOnCard: true,
  },
  {
    ...openQuestion,
    id: extraIds.homeVisits,
    question: 'Do you visit people at home?',
    searchName: 'Home visits',
    answerType: 3,
    options: ['Yes', 'No'],
    isOnCard: true,
  },
  {
    ...openQuestion,
    id: extraIds.access,
    question: 'How accessible are your rooms?',
    searchName: 'Access',
    answerType: 1,
    options: ['Step-free throughout', 'Step-free entrance', 'Stairs only'],
  },
  {
    ...registerOnly,
    id: extraIds.registeredSince,
    question: 'Year of first registration',
    searchName: 'Registered since',
    answerType: 4,
    options: [],
  },
  {
    ...registerOnly,
    id: extraIds.university,
    question: 'Where do you study?',
    searchName: 'University',
    answerType: 0,
    options: [],
  },
  {
    ...registerOnly,
    id: extraIds.delivery,
    question: 'How would you like the journal?',
    searchName: 'Journal delivery',
    answerType: 1,
    options: ['Print', 'Online'],
  },
  {
    ...adminOnly,
    id: extraIds.insuredUntil,
    question: 'Insurance certificate valid until',
    searchName: 'Insured until',
    answerType: 5,
    options: [],
  },
  {
    ...adminOnly,
    id: extraIds.note,
    question: 'Note of the office',
    searchName: 'Note',
    answerType: 0,
    options: [],
  },
];

function type(id: number, name: string, dollars: number, differs: Partial<TypeToPut>): TypeToPut {
  return {
    id,
    name,
    costThousandths: dollars * 1000,
    description: '',
    isStudent: false,
    isSearchable: true,
    isVisible: true,
    hasAnniversaryExpiry: false,
    hasGst: true,
    extraIds: [],
    ...differs,
  };
}

function category(id: number, name: string, description: string): CategoryRecord {
  return { id, name, description };
}

function addon(id: number, name: string, dollars: number, differs: Partial<AddonRecord>): AddonRecord {
  return {
    id,
    name,
    description: '',
    costThousandths: dollars * 1000,
    isSearchable: false,
    isVisible: true,
    hasGst: true,
    ...differs,
  };
}
