import type { OfficeBulk } from '@/lib/contract/office-bulk';
import { bulkText } from '@/lib/messages/office-bulk';
import { say } from '@/lib/messages/say';
import { fieldName } from '@/lib/office-pages/show-change';

interface Props {
  bulk: OfficeBulk;
  path: string;
  title: (typeof bulkText)['cannot' | 'cannotInvite' | 'failed' | 'notSent'];
}

export function BulkProblems({ bulk, path, title }: Props) {
  const { Refused: refused, Problems: problems, NextProblem: next } = bulk;
  if (refused === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="font-medium">{say(title, { count: refused })}</p>
      <ul className="grid gap-1">
        {problems.map(({ ID, Name, Problems }) => (
          <li key={ID} className="wrap-anywhere">
            {Name === null ? (
              say(bulkText.unknown, { id: ID })
            ) : (
              <a href={`/office/members/${ID}`} className="text-accent underline">
                {Name}
              </a>
            )}
            {': '}
            {Problems.map(({ Field, Reason }) =>
              Field === null ? Reason : `${fieldName(Field)} ${Reason}`,
            ).join('; ')}
          </li>
        ))}
      </ul>
      {next !== null && (
        <p>
          <a href={`${path}?after=${next}`} className="text-accent underline">
            {bulkText.more}
          </a>
        </p>
      )}
    </div>
  );
}
