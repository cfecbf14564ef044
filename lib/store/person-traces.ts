import { tokensOf } from '@/lib/base/text-tokens';
import type { ErasureSubject } from './erasure-subject';

/** A shorter text is the beginning of so many words that it does not point to one person. */
const shortestBeginning = 3;
/** A house number and the word after it, such as "12 Baker". */
const numberAndWord = /\d+\S*\s+\p{L}[\p{L}'’-]*/u;
const blank = '…';

/** Finds a person's name, email addresses, telephone numbers and street in texts that other people wrote. */
export class PersonTraces {
  /** Texts that identify the person. */
  readonly texts: readonly string[];
  readonly #nameWords: ReadonlySet<string>;
  /** The words of the name, of the part of an email address before the @, and of the street. */
  readonly #words: readonly string[];
  /** Matches the texts in `texts`, and the beginning of the street. */
  readonly #whole: RegExp | null;

  /** @param subject null: nothing is known about the person */
  constructor(subject: Pick<ErasureSubject, 'emails' | 'names' | 'identifiers' | 'persons'> | null) {
    const { emails = [], names = [], identifiers = [], persons = [] } = subject ?? {};
    const numbers = persons.flatMap(({ phone, workPhone, mobile }) => [phone, workPhone, mobile]);
    const streets = persons.flatMap((one) => [one.address.address ?? '', one.mailingAddress.address ?? '']);
    this.texts = [...emails, ...names, ...numbers, ...streets].filter((text) => text.trim() !== '');
    const nameParts = identifiers.flatMap((one) =>
      one.kind === 'name' ? [one.firstName, one.lastName] : [],
    );
    this.#nameWords = new Set(nameParts.flatMap(tokensOf).filter((word) => word.length > 1));
    const others = [...emails.map((email) => email.split('@')[0] ?? ''), ...streets].flatMap(tokensOf);
    this.#words = [...this.#nameWords, ...others.filter((word) => /\p{L}{3}/u.test(word))];
    const whole = [...this.texts, ...streets.flatMap((street) => numberAndWord.exec(street)?.[0] ?? [])];
    this.#whole = whole.length === 0 ? null : new RegExp(whole.map(escaped).join('|'), 'gi');
  }

  /** Whether a search for this text looks for the person: it has a word, or the beginning of a word, of the person. */
  isSoughtBy(text: string): boolean {
    const isWanted = (token: string) =>
      this.#words.some(
        (word) => token === word || (token.length >= shortestBeginning && word.startsWith(token)),
      );
    return this.isNamedIn(text) || tokensOf(text).some(isWanted);
  }

  /** Whether a text of `texts` occurs in this text. */
  isNamedIn(text: string): boolean {
    const lower = text.toLowerCase();
    return this.texts.some((one) => lower.includes(one.toLowerCase()));
  }

  /** Replaces what identifies the person, and each word of the name. */
  hide(text: string): string {
    const hidden = this.#whole === null ? text : text.replace(this.#whole, blank);
    return hidden.replace(/[\p{L}\p{M}\p{N}'’]+/gu, (word) =>
      tokensOf(word).some((token) => this.#nameWords.has(token)) ? blank : word,
    );
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
