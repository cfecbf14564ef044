import { tokensOf } from '@/lib/base/text-tokens';

const irregular = new Map(
  Object.entries({
    children: 'child',
    childrens: 'child',
    women: 'woman',
    womens: 'woman',
    men: 'man',
    mens: 'man',
    people: 'person',
    feet: 'foot',
    teeth: 'tooth',
    speaking: 'speak',
    speaks: 'speak',
  }),
);

/** The longest endings first. At least three letters of a word remain. */
const endings: [RegExp, string][] = [
  [/(ologists?|ological|ologies|ology)$/, 'olog'],
  [/(therapists?|therapies|therapy|therapeutic)$/, 'therap'],
  [/(iatricians?|iatrics?|iatrists?|iatry)$/, 'iatr'],
  [/(ellings?|elings?|ellors?|elors?|elled|eled)$/, 'el'],
  [/(ations?)$/, 'at'],
  [/(ments?)$/, 'ment'],
  [/(ies)$/, 'y'],
  [/(sses)$/, 'ss'],
  // "running" and "run" have one stem, but "geelongg" is a typing error.
  [/([bdgmnprt])\1(ings?|ers?|ors?|ed)$/, '$1'],
  [/(ings?|ers?|ors?|ed)$/, ''],
  [/([^s])s$/, '$1'],
];

/** British and American spellings get one form: "paediatric", "orthopaedic", "tumour". */
const spellings: [RegExp, string][] = [
  [/ae/g, 'e'],
  [/oe/g, 'e'],
  [/our$/, 'or'],
  [/is(e|ed|ing|ation)$/, 'iz$1'],
];

export function stemOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stem = spellings.reduce((text, [from, to]) => text.replace(from, to), word);
  for (const [ending, by] of endings) {
    const cut = stem.replace(ending, by);
    if (cut === stem || cut.length < 3) continue;
    stem = cut;
    break;
  }
  // "take" and "taking" have one stem.
  return stem.length > 3 ? stem.replace(/e$/, '') : stem;
}

export function stemsOf(text: string): string[] {
  return tokensOf(text).map(stemOf);
}
