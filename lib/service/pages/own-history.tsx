import { dateInZone } from '@/lib/base/clock';
import { formatDay } from '@/lib/messages/format-day';
import { formatList } from '@/lib/messages/locale';
import { authorText, changeText, ownDataText } from '@/lib/messages/own-data';
import { say } from '@/lib/messages/say';
import type { Author, HistoryRow } from '@/lib/privacy/personal-data/personal-data';

/** The page shows this number of changes. The download contains all changes. */
const maxChanges = 50;

/** Shows the newest changes first. */
export const OwnHistory = ({ rows, timeZone }: { rows: readonly HistoryRow[]; timeZone: string }) => {
  const newest = rows.slice(-maxChanges).reverse();
  return (
    <>
      <h2>{ownDataText.history}</h2>
      {newest.length === 0 ? (
        <p>{ownDataText.noHistory}</p>
      ) : (
        <>
          {newest.length < rows.length && (
            <p className="hint">{say(ownDataText.newest, { count: newest.length })}</p>
          )}
          <ul className="history">
            {newest.map((row, at) => (
              <li key={`${row.At} ${at}`}>
                <span>
                  {formatDay(dateInZone(new Date(row.At), timeZone))}, {describeAuthor(row.By)}
                </span>
                {describeChange(row)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};

function describeAuthor({ Kind, Name }: Author): string {
  if (Kind === 'client') return say(authorText.client, { name: Name ?? '' });
  return Kind === 'self' || Kind === 'import' || Kind === 'clock' ? authorText[Kind] : authorText.office;
}

function describeChange({ Record: { Kind, ID: id }, Operation, Changes }: HistoryRow): string {
  const fields = formatList(Object.keys(Changes ?? {}).map(fieldName));
  switch (`${Kind} ${Operation}`) {
    case 'membership created':
      return say(changeText.membershipCreated, { id });
    case 'membership updated':
      return say(changeText.membershipUpdated, { id, fields });
    case 'membership removed':
      return say(changeText.membershipRemoved, { id });
    case 'membership lapsed':
      return say(changeText.membershipLapsed, { id });
    case 'person created':
      return changeText.personCreated;
    case 'person updated':
      return say(changeText.personUpdated, { fields });
    case 'committee updated':
      return changeText.committee;
    case 'alias updated':
    case 'account merged':
    case 'account separated':
      return changeText.merged;
    case 'account password set':
      return changeText.password;
    case 'account unlocked':
      return changeText.unlocked;
    case 'passkey created':
      return changeText.passkeyAdded;
    case 'passkey updated':
      return changeText.passkeyNamed;
    case 'passkey removed':
      return changeText.passkeyRemoved;
    case 'passkey refused':
      return changeText.passkeyRefused;
    case 'account removed':
      return changeText.accountRemoved;
    case 'consent given':
      return changeText.consent;
    case 'consent withdrawn':
      return changeText.consentWithdrawn;
    case 'members_directory limited':
      return changeText.readingLimited;
    case 'session ended':
      return changeText.signedOut;
    case 'erasure_request created':
      return changeText.erasureRequested;
    case 'erasure_request withdrawn':
      return changeText.erasureWithdrawn;
    case 'erasure_request refused':
      return changeText.erasureRefused;
    default:
      return say(changeText.other, { kind: Kind, id, operation: Operation });
  }
}

/** Turns `MembershipType.ID` into "membership type", and `Address.Suburb` into "address suburb". */
function fieldName(name: string): string {
  return name
    .replace(/\.ID$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
}
