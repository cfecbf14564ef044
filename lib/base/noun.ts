export interface Noun {
  one: string;
  many: string;
}

export const defaultNoun: Noun = { one: 'member', many: 'members' };

/** These words begin with a vowel letter, but with the sound of a consonant. */
const beginsWithConsonant = /^(?:uni|use|eu|one|ubi)/i;

/** "a physiotherapist", "an osteopath". */
export function withArticle(noun: string): string {
  const isVowel = /^[aeiou]/i.test(noun) && !beginsWithConsonant.test(noun);
  return `${isVowel ? 'an' : 'a'} ${noun}`;
}

export function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
