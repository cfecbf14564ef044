/** The initials replace a missing picture. They are decorative, so screen readers skip them. */
export function Initials({ name, size = 'medium' }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent print:hidden ${sizes[size]}`}
    >
      {initialsOf(name)}
    </span>
  );
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
