import { textKey } from '@/lib/base/text-key';

/** What people and programs enter for "no value", as `textKey` returns it. */
const placeholders = new Set(
  'n/a,#n/a,n.a.,n.a,n. a.,tbd,tba,tbc,to be confirmed,to be advised,null,nan,nil,none,undefined,not applicable,not available,unknown,-,--,---,\u2013,\u2014,?,??,???,k.a.,k. a.,keine angabe,unbekannt,entfallt,inconnu,inconnue,neant,s/o,sans objet,desconocido,sconosciuto,(none),(null),(blank),<null>,\\n'.split(
    ',',
  ),
);

/** Words for "no address", "no number" and "no website", where a name or an answer could have the same word. */
const contactPlaceholders = new Set(
  'na,no,x,keine,kein,nein,aucun,aucune,non,ninguno,nessuno,no email,no phone,no website,kein telefon,keine website'.split(
    ',',
  ),
);

const longest = 20;

export function isPlaceholder(cell: string): boolean {
  if (cell.length > longest || !placeholders.has(textKey(cell))) return false;
  // "Nan" and "Null" are also names of people. Programs write them in capitals or small letters.
  return !/^(?:Nan|Nil|Null)$/.test(cell);
}

export function isContactPlaceholder(cell: string): boolean {
  return isPlaceholder(cell) || (cell.length <= longest && contactPlaceholders.has(textKey(cell)));
}
