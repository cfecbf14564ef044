import { directoryFields } from '@/lib/contract/directory-fields';
import { locationPrecisions } from '@/lib/contract/words';
import { invisible, withoutInvisible, textKey } from '@/lib/base/text-key';
import type { AddonCell, FieldKind, FieldValues, SeatCell, MemberStatus, StatusCell } from './field-values';
import { isPlaceholder } from './placeholders';
import { readAmount, type AmountColumn } from '@/lib/changes/read-amount';
import { readEmail, readPhone, readWebAddress } from './read-contact';
import { readDate, type DateColumn, type DateOptions } from '@/lib/changes/read-date';
import { readBoolean, readFlag } from './read-plain-value';
import { splitElements, splitList } from './split-list';
import { isSpreadsheetError } from './spreadsheet-errors';
import { DoubtfulValue, ValueError } from '@/lib/changes/value-error';

export interface ValueOptions extends DateOptions {
  /** Any of these characters separates several values of a cell. */
  separators: string;
}

export interface ColumnCustoms extends DateColumn, AmountColumn {}

export const noCustoms: ColumnCustoms = {
  isLastDay: true,
  hasSerials: false,
  decimalMark: null,
  isOwn: false,
};

export type CellReader = (cell: string) => FieldValues[FieldKind] | null;

/** Cells of these kinds are slow to parse, and a file has few distinct values of these kinds. */
const repeatedKinds: ReadonlySet<FieldKind> = new Set([
  'date',
  'names',
  'addons',
  'show',
  'boolean',
  'amount',
  'status',
]);
const maxCached = 2000;

/** Creates a reader for a column. The reader parses frequent cells only once. */
export function createCellReader(kind: FieldKind, options: ValueOptions, customs: ColumnCustoms): CellReader {
  if (!repeatedKinds.has(kind)) return (cell) => readValue(kind, cell, options, customs);
  const known = new Map<string, FieldValues[FieldKind] | null>();
  return (cell) => {
    let value = known.get(cell);
    if (value === undefined) {
      value = readValue(kind, cell, options, customs);
      if (known.size < maxCached) known.set(cell, value);
    }
    return value;
  };
}

/** Longer cells are mistakes: the longest real ones are descriptions of a few thousand characters. */
const maxCellCharacters = 32_000;

/**
 * null: the cell is empty.
 * @throws ValueError if the cell cannot be read, DoubtfulValue if it is probably a mistake
 */
export function readValue<K extends FieldKind>(
  kind: K,
  given: string,
  options: ValueOptions,
  customs: ColumnCustoms = noCustoms,
): FieldValues[K] | null {
  const cell = visibleCell(given, kind);
  if (cell === '') return null;
  if (cell.length > maxCellCharacters) throw new ValueError(`is longer than ${maxCellCharacters} characters`);
  if (hasControlCharacter.test(cell)) throw new ValueError('has a control character');
  if (cell.includes('\ufffd')) {
    throw new ValueError('has a letter that cannot be read: the row is in another encoding than the file');
  }
  if (isSpreadsheetError(cell)) {
    throw new DoubtfulValue(
      'spreadsheet-error',
      'is an error of the spreadsheet, not a value: the cell would be left out',
    );
  }
  try {
    if (openKinds.has(kind) && isPlaceholder(cell)) throw new ValueError('means nothing');
    return readers[kind](cell, options, customs);
  } catch (error) {
    if (!(error instanceof ValueError) || !isPlaceholder(cell)) throw error;
    throw new DoubtfulValue('no-value-word', 'means that there is no value: the cell would be left out');
  }
}

/** Cells of these kinds may have any text, so that a word for "nothing" would be stored as a value. */
const openKinds: ReadonlySet<FieldKind> = new Set(['text', 'names', 'addons', 'seats']);

/** Only names and other texts have joiners. */
function visibleCell(cell: string, kind: FieldKind): string {
  const hasJoiners = kind === 'text' || kind === 'names';
  const visible = hasJoiners ? withoutInvisible(cell) : cell.replace(invisible, '');
  return visible === cell ? cell : visible.trim();
}

// All control characters except tabs and line breaks.

const hasControlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

type Readers = {
  [K in FieldKind]: (cell: string, options: ValueOptions, customs: ColumnCustoms) => FieldValues[K] | null;
};

const readers: Readers = {
  text: (cell) => cell,
  email: readEmail,
  phone: readPhone,
  integer: readInteger,
  date: readDate,
  amount: (cell, _, customs) => readAmount(cell, customs),
  boolean: readBoolean,
  flag: readFlag,
  status: readStatus,
  latitude: (cell) => readDegrees(cell, 90),
  longitude: (cell) => readDegrees(cell, 180),
  web: readWebAddress,
  kind: readKind,
  precision: (cell) => readOneOf(cell, locationPrecisions),
  show: (cell, options) =>
    cell.toLowerCase() === 'none'
      ? []
      : splitList(cell, options).map((name) => readOneOf(name, directoryFields)),
  addons: (cell, options) => splitElements(cell, options).map((one) => readAddon(one, options)),
  seats: (cell, options) => splitList(cell, options).map((one) => readSeat(one, options)),
  names: splitList,
};

function readInteger(cell: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cell)) throw new ValueError('must be a positive whole number');
  return Number(cell);
}

/** In other systems, a column "company" contains yes or no. */
function readKind(cell: string): FieldValues['kind'] {
  if (/^(yes|ja|oui|true|organi[sz]ation|company|firma)$/i.test(cell)) return 'corporate';
  if (/^(no|nein|non|false|person|household)$/i.test(cell)) return 'individual';
  return readOneOf(cell, ['individual', 'corporate']);
}

function readDegrees(cell: string, limit: 90 | 180): number {
  const degrees = /^[-+]?\d{1,3}(\.\d+)?$/.test(cell) ? Number(cell) : NaN;
  if (Number.isNaN(degrees)) throw new ValueError('must be degrees such as -38.1499');
  if (Math.abs(degrees) > limit) {
    const hint = limit === 90 && Math.abs(degrees) <= 180 ? '; are latitude and longitude swapped?' : '';
    throw new ValueError(`must be ${-limit} to ${limit} degrees${hint}`);
  }
  return degrees === 0 ? 0 : degrees;
}

function readOneOf<T extends string>(cell: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice.toLowerCase() === cell.toLowerCase());
  if (found === undefined) {
    throw new ValueError(`must be one of ${choices.join(', ')}`, 'unknown-word', choices);
  }
  return found;
}

/** `Name`, `Name x2`, `Name until 2026-12-31` or `Name x2 until 2026-12-31`. */
function readAddon(text: string, options: ValueOptions): AddonCell {
  const [, name = text, quantity = '1', until] = /^(.+?)(?: x(\d+))?(?: until (\d.*))?$/is.exec(text) ?? [];
  return {
    name,
    quantity: Number(quantity),
    expiryDate: until === undefined ? null : readDate(until, options, noCustoms),
  };
}

/** `Name`, `Name from 2025-01-01`, `Name until 2026-12-31` or `Name from 2025-01-01 until 2026-12-31`. */
function readSeat(text: string, options: ValueOptions): SeatCell {
  const dated = /^(.+?)(?: from (\d\S*))?(?: until (\d\S*))?$/is.exec(text);
  const [, name = text, from, until] = dated ?? [];
  const day = (word: string | undefined, isLastDay: boolean) =>
    word === undefined ? null : readDate(word, options, { ...noCustoms, isLastDay });
  return { name, startsOn: day(from, false), endsOn: day(until, true) };
}

/**
 * The words for each status in other systems and in English, German, French, Spanish and Italian files, as `textKey`
 * returns them. A word such as "inactive" or "no" says only that the membership is not valid, so it changes no date.
 */
const words: Record<MemberStatus, string> = {
  current:
    'active,current,new,grace,financial,good standing,in good standing,paid,member,approved,enabled,true,yes,1,ok,life,life member,honorary,aktiv,aktives mitglied,laufend,mitglied,bezahlt,ja,ehrenmitglied,actif,active,en cours,a jour,adherent,adherente,membre,valide,oui,activo,activa,vigente,al dia,socio,socia,miembro,pagado,pagada,si,attivo,attiva,in regola,in corso,iscritto,iscritta,pagato,pagata',
  renewal:
    'pending renewal,pending - renewal,pendingrenewal,renewal pending,awaiting renewal,renewal due,due for renewal,pending - level change,pending level change,pendingupgrade,pending upgrade,verlangerung ausstehend,verlangerung offen,renouvellement en attente,en attente de renouvellement,a renouveler,renovacion pendiente,pendiente de renovacion,por renovar,rinnovo in attesa,in attesa di rinnovo,da rinnovare',
  lapsed:
    'lapsed,expired,overdue,unpaid,unfinancial,non-financial,grace expired,abgelaufen,unbezahlt,uberfallig,expire,expiree,echu,echue,impaye,impayee,non a jour,en retard,vencido,vencida,caducado,caducada,impagado,impagada,moroso,morosa,scaduto,scaduta,non in regola,non pagato,non pagata',
  applicant:
    'pending,applied,applicant,application,awaiting approval,awaiting payment,pending - new,pending new,pendingnew,new pending,in review,prospect,waiting list,beantragt,antrag,antragsteller,antragstellerin,in bearbeitung,offen,anwarter,anwarterin,interessent,interessentin,en attente,candidat,candidate,a valider,demande en cours,pendiente,solicitante,solicitado,solicitada,en tramite,aspirante,in attesa,richiedente,candidato,candidata,da approvare',
  suspended:
    'suspended,on hold,admin hold,barred,inactive,disabled,dormant,archived,archive,archiviert,archivee,archivado,archivada,archiviato,archiviata,false,no,0,gesperrt,ruhend,ausgesetzt,suspendiert,inaktiv,nein,suspendu,suspendue,inactif,inactive,non,suspendido,suspendida,inactivo,inactiva,bloqueado,bloqueada,sospeso,sospesa,inattivo,inattiva,non attivo,non attiva,bloccato,bloccata',
  cancelled:
    'cancelled,canceled,terminated,resigned,withdrawn,left,removed,deleted,expelled,disapproved,denied,rejected,former,former member,ex-member,past,past member,closed,gekundigt,ausgetreten,ausgeschlossen,ehemalig,ehemaliger,ehemalige,ehemaliges mitglied,geloscht,storniert,abgelehnt,annule,annulee,resilie,resiliee,radie,radiee,demissionnaire,demission,exclu,exclue,ancien,ancienne,ancien membre,ancien adherent,refuse,refusee,cancelado,cancelada,anulado,anulada,de baja,baja,dado de baja,dada de baja,renuncia,expulsado,expulsada,rechazado,rechazada,antiguo,antiguo socio,ex socio,annullato,annullata,cancellato,cancellata,dimesso,dimessa,dimissionario,dimissionaria,receduto,receduta,espulso,espulsa,rifiutato,rifiutata,ex membro,cessato,cessata',
  deceased:
    'deceased,dead,died,verstorben,gestorben,tot,decede,decedee,mort,morte,fallecido,fallecida,difunto,difunta,muerto,muerta,deceduto,deceduta,defunto,defunta,morto,morta',
};

const byWord = new Map<string, MemberStatus>(
  // The keys are those of `words`.
  (Object.entries(words) as [MemberStatus, string][]).flatMap(([status, list]) =>
    list.split(',').map((word): [string, MemberStatus] => [word, status]),
  ),
);

/** The words that an unknown word may be read as. */
const statusWords = ['Active', 'Pending', 'Pending renewal', 'Lapsed', 'Suspended', 'Cancelled', 'Deceased'];

/** @throws ValueError for an unknown word, because a wrong guess could publish a person who has died or left */
export function readStatus(cell: string): StatusCell {
  const means = byWord.get(textKey(cell));
  if (means !== undefined) return { means, word: cell };
  throw new ValueError(
    'is not a known status, such as Active, Pending, Lapsed, Suspended, Cancelled or Deceased',
    'unknown-word',
    statusWords,
  );
}
