import { parseSynonyms } from '@/lib/contract/fields/synonym-groups';
import { tokensOf } from '@/lib/base/text-tokens';
import { stemOf, stemsOf } from './word-stems';

/** One group on each line, with commas between words and phrases. Forms of a word need no entry (word-stems.ts). */
const ours = `
  child, kid, paediatric, baby, infant, toddler
  physio, physiotherapist, physical therapist
  psych, psychologist, psychology, shrink
  telehealth, video, online, zoom, video consultation, online consultation, phone consultation, video call, remote
  accepting new patients, accepting new clients, accepting patients, accepting clients, accepting new members, new patients, new clients, taking new patients, taking new clients, take patients, take clients, seeing new patients, seeing new clients, taking patients, taking clients, open to new clients, open to new patients
  aquatic, hydrotherapy, water, pool
  neurology, neuro
  cardiorespiratory, heart, lung, cardiac, respiratory, cardio, pulmonary
  musculoskeletal, msk
  rehabilitation, rehab
  relationship, couple, marriage, marital
  pelvic health, pelvic floor, continence
  aged care, elderly, seniors, geriatric
  occupational therapist, ot
  general practitioner, gp, doctor
  lawyer, solicitor, attorney
  veterinary, vet, veterinarian
  dentist, dental
  accountant, accounting, cpa
  bookkeeper, bookkeeping
  financial planner, financial adviser, financial advisor, financial planning
  mortgage broker, home loan
  real estate, realtor, estate agent
  architect, architecture
  dietitian, dietician, nutritionist, nutrition, dietetics
  podiatrist, podiatry, chiropodist, foot doctor
  optometrist, optometry, optician, eye doctor
  chiropractor, chiropractic, chiro
  osteopath, osteopathy, osteo
  speech pathologist, speech therapist, speech pathology, speechie
  midwife, midwifery
  massage, masseuse, remedial massage
  acupuncturist, acupuncture
  pharmacist, pharmacy, chemist
  dermatologist, dermatology, skin doctor
  electrician, electrical, sparky, sparkie
  carpenter, carpentry, joiner, joinery, chippy, chippie
  bricklayer, bricklaying, brickie, masonry, stonemason
  painter, painting, decorator, decorating
  plasterer, plastering, drywall
  gardener, gardening, landscaper, landscaping
  builder, building contractor, construction
  mechanic, car repair, auto repair
  heating, boiler, furnace
  air conditioning, aircon, hvac
  solar, photovoltaic
  cleaner, cleaning
  family law, divorce, child custody
  estate planning, probate, inheritance, wills and estates
  criminal defense, criminal defence, criminal law
  immigration, visa, migration
  employment law, labour law, workplace law
  conveyancer, conveyancing, settlement agent
  patent, trademark, intellectual property
  photographer, photography
  videographer, filmmaker, film making
  singer, vocalist, singing
  piano, pianist
  guitar, guitarist
  violin, violinist
  choir, choral, chorus
  graphic designer, graphic design
  illustrator, illustration
  translator, translation
  interpreter, interpreting
  football, soccer
  personal trainer, fitness trainer, fitness coach
  cycling, bicycle, bike
  athletics, track and field
  sailing, yacht, yachting
  horse riding, equestrian
  skiing, snow sports
  step-free, wheelchair, wheelchair access
  auslan, sign language
  mandarin, 普通话, chinese
  cantonese, 广东话, 廣東話
  vietnamese, tiếng việt
  polish, polski
  german, deutsch
  spanish, español
  french, français
  italian, italiano
  portuguese, português
  japanese, 日本語
  korean, 한국어
  arabic, العربية
  greek, ελληνικά
`;

export interface Synonyms {
  canonical(stems: readonly string[]): Canonical[];
  /**
   * Returns beginnings of words that have the same meaning: the word's stem, and the words of its group. For example,
   * "child" is returned for "kid", so a search for "kid" also finds "children".
   */
  related(word: string): readonly string[];
  /**
   * Returns the words and phrases of the group with this key. If the key stands for a word without a group, the list is
   * empty.
   */
  group(key: string): readonly string[];
}

/** A word or phrase of a text, from word number `from` up to, but not including, `to`. */
export interface Canonical {
  key: string;
  from: number;
  to: number;
}

/** The minimum number of letters in a stem. Too many words begin with a shorter stem. */
const minStem = 4;

/** @param own the groups of an association, in addition to our own */
export function createSynonyms(own: readonly (readonly string[])[]): Synonyms {
  return synonymsOf([...parseSynonyms(ours), ...own]);
}

/** The word as written, and its stem. */
function beginningsOf(word: string): string[] {
  const [token, another] = tokensOf(word);
  return token === undefined || another !== undefined ? [] : [token, stemOf(token)];
}

function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  const keys = new Map<string, string>();
  const related = new Map<string, Set<string>>();
  const wordsByKey = new Map<string, string[]>();
  let longest = 1;
  groups.forEach((words, number) => {
    const phrases = words.map((word) => stemsOf(word)).filter((stems) => stems.length > 0);
    // If a group shares a word with an earlier group, the words are added to the earlier group.
    const known = phrases.map((stems) => keys.get(stems.join(' '))).find((key) => key !== undefined);
    const key = known ?? `§${number}`;
    const all = [...new Set([...(wordsByKey.get(key) ?? []), ...words])];
    wordsByKey.set(key, all);
    const beginnings = all.flatMap(beginningsOf);
    for (const word of all) {
      const stems = stemsOf(word);
      // A word of an earlier group keeps the key of that group.
      if (!keys.has(stems.join(' '))) keys.set(stems.join(' '), key);
      longest = Math.max(longest, stems.length);
      const [only, second] = stems;
      if (only === undefined || second !== undefined) continue;
      const others = related.get(only) ?? new Set<string>();
      related.set(only, others);
      for (const beginning of beginnings) others.add(beginning);
    }
  });
  return {
    canonical(stems) {
      const found: Canonical[] = [];
      for (let from = 0; from < stems.length;) {
        let to = Math.min(stems.length, from + longest);
        while (to > from + 1 && !keys.has(stems.slice(from, to).join(' '))) to -= 1;
        const phrase = stems.slice(from, to).join(' ');
        found.push({ key: keys.get(phrase) ?? phrase, from, to });
        from = to;
      }
      return found;
    },
    related(word) {
      const stem = stemOf(word);
      const others = [...(related.get(stem) ?? [])];
      return [...new Set(stem.length >= minStem ? [stem, ...others] : others)].filter((one) => one !== word);
    },
    group: (key) => wordsByKey.get(key) ?? [],
  };
}
