export interface SplitName {
  title: string;
  firstName: string;
  lastName: string;
  /** Degrees, letters and remarks that are part of no field, such as "PhD" and "née Poe". */
  left: string;
}

/**
 * `O'Brien, Liam`, `Liam O'Brien`, `Zoë van der Berg`, `Prof. Dr. Eva Huber`, `King, Martin Luther, III`, `Fay Orr, BSc`.
 * "Jr." and "III" tell people with the same name apart, so they stay with the last name.
 */
export function splitFullName(name: string): SplitName {
  const left: string[] = [];
  const plain = name
    .replace(/\s*\(([^()]*)\)/g, (_, remark: string) => (left.push(remark), ''))
    .replace(/\s+/g, ' ')
    .trim();
  const [first = '', ...others] = plain.split(/\s*,\s*/);
  // In a list in capitals, "MA" may be a name.
  const hasCase = /\p{Ll}/u.test(plain);
  let suffix = '';
  const rest = others.filter((part) => {
    const words = part.split(' ').filter((word) => word !== '');
    if (words.length > 0 && words.every(isSuffix)) suffix = [suffix, part].join(' ').trim();
    else if (words.length > 0 && hasCase && words.every(isLetters)) left.push(part);
    else return true;
    return false;
  });
  const [given = null, ...further] = rest;
  left.push(...further.filter((part) => part !== ''));
  const parts =
    given === null ? splitWords(first, hasCase ? left : null) : { ...splitTitle(given), lastName: first };
  const lastName = [parts.lastName, suffix].filter((part) => part !== '').join(' ');
  return { title: parts.title, firstName: parts.firstName, lastName, left: left.join(', ') };
}

function splitWords(name: string, left: string[] | null): Omit<SplitName, 'left'> {
  const { title, firstName: whole } = splitTitle(name);
  const words = whole.split(' ');
  const after: string[] = [];
  while (left !== null && words.length > 2 && isLetters(words.at(-1))) after.unshift(words.pop() ?? '');
  if (after.length > 0) left?.push(after.join(' '));
  // A single word counts as a last name, because lists are sorted by last name.
  let start = words.length - 1;
  while (start > 1 && isSuffix(words[start])) start -= 1;
  while (start > 1 && isParticle(words[start - 1])) start -= 1;
  return { title, firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' ') };
}

/** `Prof. Dr. med. Eva` has the title "Prof. Dr. med.". A name that is only a title stays a name. */
function splitTitle(name: string): { title: string; firstName: string } {
  const words = name.split(' ');
  let start = 0;
  while (start < words.length - 1 && isTitle(words[start], start > 0)) start += 1;
  return { title: words.slice(0, start).join(' '), firstName: words.slice(start).join(' ') };
}

const titles =
  'dr prof professor doctor mr mrs ms miss mx sir dame lord lady rev reverend fr hon herr frau hr dipl mag mme mlle monsieur madame mademoiselle sr sra srta don doña sig sigra dott dottssa ing univ'.split(
    ' ',
  );
const furtherTitles = 'med phil jur rer nat ing habil hc h c dent vet mult inf oec pol theol iur'.split(' ');

function isTitle(word = '', isFurther: boolean): boolean {
  const key = word.toLowerCase().replace(/[.-]/g, '');
  // "Don" and "Mag" without a full stop may be first names.
  const isName = ['don', 'fr', 'sr', 'mag', 'sig', 'ing', 'univ', 'lord', 'dame', 'lady'].includes(key);
  return (
    (titles.includes(key) && (!isName || word.endsWith('.'))) ||
    (isFurther && furtherTitles.includes(key) && word.endsWith('.'))
  );
}

function isSuffix(word = ''): boolean {
  return (
    /^(?:jr|sr|jnr|snr|junior|senior|jun|sen)\.?$/i.test(word) || /^(?:I{2,3}|IV|VI{0,3})\.?$/.test(word)
  );
}

/** Degrees and letters after a name. They have capitals, because "Ma" is a name and "MA" a degree. */
const letters =
  /^(?:PhD|MD|BS|BSc|MS|MSc|BA|MA|BEng|MEng|BE|MBA|DDS|DMD|DVM|RN|CPA|Esq|LLB|LLM|JD|EdD|PsyD|DPhil|MPhil|Hons?|OAM|AM|AO|AC|OBE|MBE|CBE|QC|KC|SC|BEd|MEd|MPH|BCom|BVSc|MBBS|MBChB|BPhty|BPhysio|BAppSc|Dip(?:[A-Z]\w*)?|GradDip\w*|GradCert\w*|Cert[A-Z]\w*|FRACS|FRCS|FRACGP|FRACP|FRCP|FRCA|FANZCA|FACP|FCA|FCPA|MRCP|MRCS|MRCGP|GAICD|MAICD|FAICD|CPEng|FIEAust|MIEAust)$/;

function isLetters(word = ''): boolean {
  return letters.test(word.replace(/[.,]/g, ''));
}

const particles =
  'van von der den de da do dos di du del della la le ten ter zu bin ibn al el mac ó o ní nic'.split(' ');

function isParticle(word = ''): boolean {
  return particles.includes(word.toLowerCase());
}

const betweenPeople = /\s*[&/+\n]\s*|\s+(?:and|und|u\.|et)\s+/i;

const partsOf = (name: string) => name.split(betweenPeople).filter((part) => part !== '');

/** `Ann and Bo Lee`, `Ann Lee & Bo Ng`, `Ute / Jörg Wagner`, `Ute u. Jörg Wagner`. */
export function isSeveralPeople(name: string): boolean {
  return partsOf(name).length > 1;
}

type PersonName = Pick<SplitName, 'title' | 'firstName' | 'lastName'>;

/** The two people of a full name. If one has no last name, it is the other's. null: there are not two names. */
export function splitCouple(name: string): [PersonName, PersonName] | null {
  const [one, other, ...others] = partsOf(name).map(splitFullName);
  if (one === undefined || other === undefined || others.length > 0) return null;
  if (one.firstName === '' && other.firstName === '') return null;
  // A single word counts as a last name.
  const named = ({ title, firstName, lastName }: SplitName, { lastName: common }: SplitName) =>
    firstName === '' ? { title, firstName: lastName, lastName: common } : { title, firstName, lastName };
  return [named(one, other), named(other, one)];
}

/** The same for a cell of first names and one of last names. */
export function splitFirstNames(firstNames: string, lastNames: string): [PersonName, PersonName] | null {
  const [first = '', second = '', ...others] = partsOf(firstNames);
  const [last = '', secondLast = last, ...otherLasts] = partsOf(lastNames);
  if (second === '' || last === '' || others.length + otherLasts.length > 0) return null;
  return [
    { title: '', firstName: first, lastName: last },
    { title: '', firstName: second, lastName: secondLast },
  ];
}
