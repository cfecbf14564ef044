import { parseSynonyms } from '@/lib/membership-api/fields/synonym-groups';
import { tokensOf } from '@/lib/text-tokens';
import { stemOf, stemsOf } from './word-stems';

/** One group on each line, with commas between words and phrases. Forms of a word need no entry (word-stems.ts). */
const ours = `
  child, kid, paediatric, baby, infant, toddler
  physio, physiotherapist, physical therapist
  psych, psychologist, psychology
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
