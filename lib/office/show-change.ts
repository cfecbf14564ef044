import { lookUp } from '@/lib/look-up';
import type { OfficeChange } from '@/lib/membership-api/office-journal';
import { formatDay } from '@/lib/messages/format-day';
import { authorKinds, changeKinds, changeOperations, journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';

/** For example "Ada Brandt: membership changed". */
export function changeHeading({ Name, Kind, ID, Operation }: OfficeChange): string {
  const kind = kindName(Kind);
  const name = Name ?? say(journalText.unknownName, { kind, id: ID });
  return say(journalText.heading, {
    name,
    kind,
    operation: lookUp(changeOperations, Operation) ?? Operation,
  });
}

export function kindName(kind: string): string {
  return lookUp(changeKinds, kind) ?? kind;
}

export function authorName({ Kind, ID, Name }: OfficeChange['By']): string {
  if (Kind === 'command') return say(authorKinds.command, { id: Name ?? '' });
  if (Kind === 'import') {
    const id = ID ?? '';
    return Name === null ? say(authorKinds.import, { id }) : say(authorKinds.importBy, { id, name: Name });
  }
  return Name ?? say(authorKinds[Kind], { id: ID ?? '' });
}

/** "User.MailingAddress.Suburb" becomes "Postal address suburb". */
export function fieldName(name: string): string {
  const words = name
    .replace(/^User\./, '')
    .replace(/\.ID$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function showValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return journalText.emptyValue;
  if (value === true) return journalText.yes;
  if (value === false) return journalText.no;
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value;
  if (Array.isArray(value))
    return value.length === 0 ? journalText.emptyValue : value.map((one) => showValue(one)).join('; ');
  if (typeof value === 'object') return showObject(value);
  return String(value);
}

function showObject(value: object): string {
  const name: unknown = Reflect.get(value, 'Name');
  if (typeof name === 'string' && Object.keys(value).length <= 2) return name;
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== '')
    .map(([key, one]) => `${fieldName(key)} ${showValue(one)}`)
    .join(', ');
}
