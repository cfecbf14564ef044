/** The noun for the members of an association, as it is written in the middle of a sentence. */
export interface Noun {
  one: string;
  many: string;
}

/** The default, if the association has not chosen its own. */
export const usualNoun: Noun = { one: 'member', many: 'members' };

/** Words that begin with a vowel letter, but with the sound of a consonant. */
const beginsWithConsonant = /^(?:uni|use|eu|one|ubi)/i;

/** "a physiotherapist", "an osteopath". */
export function withArticle(noun: string): string {
  const isVowel = /^[aeiou]/i.test(noun) && !beginsWithConsonant.test(noun);
  return `${isVowel ? 'an' : 'a'} ${noun}`;
}

/** The noun at the start of a heading. */
export function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
