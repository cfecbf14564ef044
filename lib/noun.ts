/** What the members of an association are called, in the middle of a sentence. */
export interface Noun {
  one: string;
  many: string;
}

/** Unless the association has chosen its own. */
export const usualNoun: Noun = { one: 'member', many: 'members' };

/** A word that begins with a vowel letter but not with its sound. */
const beginsWithConsonant = /^(?:uni|use|eu|one|ubi)/i;

/** "a physiotherapist", "an osteopath". */
export function withArticle(noun: string): string {
  const isVowel = /^[aeiou]/i.test(noun) && !beginsWithConsonant.test(noun);
  return `${isVowel ? 'an' : 'a'} ${noun}`;
}

/** At the start of a heading. */
export function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
