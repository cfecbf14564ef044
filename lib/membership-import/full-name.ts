/** `O'Brien, Liam`, `Liam O'Brien`, `Zoë van der Berg`. */
export function splitFullName(name: string): { firstName: string; lastName: string } {
  const [last = '', first] = name.split(/\s*,\s*/, 2);
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = name.trim().split(/\s+/);
  // A single word counts as a last name, because lists are sorted by last name.
  let start = words.length - 1;
  while (start > 1 && isParticle(words[start - 1])) start -= 1;
  return { firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' ') };
}

const particles =
  'van von der den de da do dos di du del della la le ten ter zu bin ibn al el mac ó o ní nic'.split(' ');

function isParticle(word = ''): boolean {
  return particles.includes(word.toLowerCase());
}

/** `Ann and Bo Lee`, `Ann Lee & Bo Ng`, `Ann / Bo`. */
export function isSeveralPeople(name: string): boolean {
  return /\S\s*[&/+]\s*\S|\S\s+(?:and|und|et)\s+\S/i.test(name) || /\S\s*\n\s*\S/.test(name);
}
