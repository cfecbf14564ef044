/**
 * The initials replace a missing picture. They are decorative, so screen readers skip them. Members with different IDs
 * usually have different colours. Without an ID, the colour is the accent.
 */
export function Initials({ name, id, size = 'medium' }: InitialsProps) {
  const colour = id === undefined ? 'bg-accent-soft text-accent' : `tint tint-${tintOf(id)}`;
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full font-semibold print:hidden ${colour} ${sizes[size]}`}
    >
      {initialsOf(name)}
    </span>
  );
}

interface InitialsProps {
  name: string;
  id?: string;
  size?: keyof typeof sizes;
}

// The number of tints in globals.css.
const tints = 6;

function tintOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % tints;
}

const sizes = { small: 'size-9 text-sm', medium: 'size-11', large: 'size-16 text-xl' };

/** Returns at most two letters, without titles and punctuation: "AL" for "Dr Ada Lovelace". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}|^\p{N}/u.test(word) && !titles.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last].map((word) => letter(word)).join('');
}

const titles = /^(dr|a\/prof|mr|mrs|ms|miss|mx|prof|professor|associate|the)\.?$/i;

function letter(word: string | undefined): string {
  return word === undefined ? '' : ([...word][0] ?? '').toLocaleUpperCase();
}
