import { textKey } from '@/lib/text-key';
import type { MemberStatus } from './field-values';
import { ValueError } from './value-error';

/** The words for each status in other systems and in English, German and French files, as `textKey` returns them. */
const words: Record<MemberStatus, string> = {
  current:
    'active,current,new,grace,financial,good standing,in good standing,paid,member,approved,enabled,true,yes,1,ok,aktiv,laufend,mitglied,bezahlt,ja,actif,active,en cours,a jour,adherent,membre,valide,oui,honorary,ehrenmitglied',
  pending:
    'pending,applied,applicant,awaiting approval,awaiting payment,pending - new,pending new,pendingnew,pending - renewal,pendingrenewal,pending - level change,pendingupgrade,in review,prospect,beantragt,antrag,in bearbeitung,offen,anwarter,interessent,en attente,candidat,a valider',
  lapsed:
    'lapsed,expired,overdue,unpaid,unfinancial,non-financial,grace expired,abgelaufen,unbezahlt,uberfallig,expire,expiree,echu,echue,impaye,non a jour,en retard',
  ended:
    'suspended,cancelled,canceled,terminated,deceased,resigned,removed,deleted,archived,archive,inactive,disabled,disapproved,denied,rejected,former,former member,ex-member,past,closed,barred,admin hold,false,no,0,gesperrt,ruhend,gekundigt,ausgetreten,ausgeschlossen,verstorben,gestorben,inaktiv,ehemalig,ehemaliger,ehemalige,ehemaliges mitglied,geloscht,storniert,abgelehnt,archiviert,nein,suspendu,suspendue,annule,annulee,resilie,resiliee,radie,radiee,decede,decedee,demissionnaire,exclu,exclue,inactif,inactive,ancien,ancien membre,ancien adherent,refuse,refusee,non',
};

const byWord = new Map<string, MemberStatus>(
  // The keys are those of `words`.
  (Object.entries(words) as [MemberStatus, string][]).flatMap(([status, list]) =>
    list.split(',').map((word): [string, MemberStatus] => [word, status]),
  ),
);

/** @throws ValueError for an unknown word, because a wrong guess could publish a person who has died or left */
export function readStatus(cell: string): MemberStatus {
  const found = byWord.get(textKey(cell));
  if (found !== undefined) return found;
  throw new ValueError(
    'is not a known status; write Active, Pending, Lapsed, Suspended, Cancelled or Deceased, or leave the column out with --map "COLUMN="',
  );
}
