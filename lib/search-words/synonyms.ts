/** Words that mean the same in a search: our own for English, and those of the association. */
import { tokensOf } from '@/lib/text-tokens';
import { stemOf, stemsOf } from './word-stems';

/** One group a line; words and phrases are separated by commas. The forms of a word need no entry: see word-stems.ts. */
const ours = `
  child, kid, paediatric, baby, infant, toddler
  physio, physiotherapist, physical therapist
  psych, psychologist, psychology
  telehealth, video, online, zoom, video consultation, online consultation, phone consultation, video call, remote
  accepting new patients, accepting new clients, accepting patients, accepting clients, accepting new members, new patients, new clients, taking new patients, taking new clients, take patients, take clients, seeing new patients, seeing new clients, taking patients, taking clients, open to new clients
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
  /** The stems of a text, with one sign for each word or phrase of a group. */
  canonical(stems: readonly string[]): Canonical[];
  /** Beginnings of words that mean the same as a word of the text index: its stem, and the words of its group. */
  related(word: string): readonly string[];
}

/** A word or phrase of a text: from `from` up to `to` of its words. */
export interface Canonical {
  sign: string;
  from: number;
  to: number;
}

/** The limits of an association's own list: how many lines are read, and how many words in each line. */
export const synonymLimits = { groups: 200, words: 20, letters: 60 };

/** The groups of an association's list: one a line, words separated by commas. */
export function parseSynonyms(text: string): string[][] {
  return text
    .split('\n')
    .map((line) =>
      line
        .split(',')
        .map((word) => word.trim().slice(0, synonymLimits.letters))
        .filter((word) => word !== '')
        .slice(0, synonymLimits.words),
    )
    .filter((words) => words.length > 1)
    .slice(0, synonymLimits.groups);
}

/** Too many words begin with a shorter stem. */
const minStem = 4;

const made = new Map<string, Synonyms>();

/** Ours and those of an association's list. Made once for each list. */
export function synonymsOf(list: string): Synonyms {
  const known = made.get(list);
  if (known !== undefined) return known;
  if (made.size > 3) made.clear();
  const synonyms = createSynonyms([...parseSynonyms(ours), ...parseSynonyms(list)]);
  made.set(list, synonyms);
  return synonyms;
}

/** The beginnings by which the text index finds a single word: as it is written, and its stem. */
function beginningsOf(word: string): string[] {
  const [token, another] = tokensOf(word);
  return token === undefined || another !== undefined ? [] : [token, stemOf(token)];
}

function createSynonyms(groups: string[][]): Synonyms {
  const signs = new Map<string, string>();
  const related = new Map<string, Set<string>>();
  let longest = 1;
  groups.forEach((words, number) => {
    const phrases = words.map((word) => stemsOf(word)).filter((stems) => stems.length > 0);
    // A group that shares a word with an earlier one continues it.
    const known = phrases.map((stems) => signs.get(stems.join(' '))).find((sign) => sign !== undefined);
    for (const stems of phrases) {
      signs.set(stems.join(' '), known ?? `§${number}`);
      longest = Math.max(longest, stems.length);
      const [only, second] = stems;
      if (only === undefined || second !== undefined) continue;
      const others = related.get(only) ?? new Set<string>();
      related.set(only, others);
      for (const word of words) for (const other of beginningsOf(word)) others.add(other);
    }
  });
  return {
    canonical(stems) {
      const found: Canonical[] = [];
      for (let from = 0; from < stems.length;) {
        let to = Math.min(stems.length, from + longest);
        while (to > from + 1 && !signs.has(stems.slice(from, to).join(' '))) to -= 1;
        const phrase = stems.slice(from, to).join(' ');
        found.push({ sign: signs.get(phrase) ?? phrase, from, to });
        from = to;
      }
      return found;
    },
    related(word) {
      const stem = stemOf(word);
      const others = [...(related.get(stem) ?? [])];
      return [...new Set(stem.length >= minStem ? [stem, ...others] : others)].filter((one) => one !== word);
    },
  };
}
