import { textKey } from '@/lib/text-key';
import type { MemberStatus, StatusCell } from './field-values';
import { ValueError } from '@/lib/membership-changes/value-error';

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
