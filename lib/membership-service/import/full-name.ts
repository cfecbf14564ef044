/** First and last name of a name in one piece: `O'Brien, Liam`, `Liam O'Brien`, `Zoë van der Berg`. */
export function splitFullName(name: string): { firstName: string; lastName: string } {
  const [last = '', first] = name.split(/\s*,\s*/, 2);
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = name.trim().split(/\s+/);
  // A name of one word is a last name: lists are sorted by it.
  let start = words.length - 1;
  while (start > 1 && isParticle(words[start - 1])) start -= 1;
  return { firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' ') };
}

const particles =
  'van von der den de da do dos di du del della la le ten ter zu bin ibn al el mac ó o ní nic'.split(' ');

function isParticle(word = ''): boolean {
  return particles.includes(word.toLowerCase());
}
