import { lookUp } from '@/lib/look-up';
import type { OfficeChange } from '@/lib/membership-api/office-journal';
import { actorText, fieldText, memberText, operationText } from '@/lib/messages/office-member';
import { changeKinds } from '@/lib/messages/office-journal';
import { locale } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';

/** Who changed a member when, why and what; newest first. */
export function MemberHistory({ changes, timeZone }: { changes: readonly OfficeChange[]; timeZone: string }) {
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <section aria-labelledby="history" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 id="history" className="mb-3 text-lg font-semibold">
        {memberText.history}
      </h2>
      {changes.length === 0 && <p>{memberText.historyEmpty}</p>}
      <ol className="grid gap-3">
        {changes.map((change, index) => (
          <li
            key={`${change.Time} ${index}`}
            className="border-l-2 border-line pl-3 [overflow-wrap:anywhere]"
          >
            <p className="text-sm text-ink-soft">
              {say(memberText.by, { when: times.format(new Date(change.Time)), who: authorOf(change) })}
            </p>
            <p className="font-medium">
              {say(memberText.what, {
                operation: lookUp<string>(operationText, change.Operation) ?? change.Operation,
                kind: lookUp(changeKinds, change.Kind) ?? change.Kind,
              })}
            </p>
            {change.Values.map(({ Field: name, Before: from, After: to }) => (
              <p key={name}>
                {say(memberText.fromTo, {
                  field: labelOf(change.Kind, name),
                  from: describe(from),
                  to: describe(to),
                })}
              </p>
            ))}
            {change.Reason !== null && <p>{say(memberText.because, { reason: change.Reason })}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function authorOf({ By: { Kind, ID, Name } }: OfficeChange): string {
  if (Name !== null) return Name;
  return Kind === 'command' ? say(actorText.command, { name: ID ?? '' }) : actorText[Kind];
}

/** The journal names a person's fields without `User.`, and references without `.ID`. */
function labelOf(record: string, name: string): string {
  const inForm = record === 'person' ? `User.${name}` : name;
  return lookUp<string>(fieldText, inForm) ?? lookUp<string>(fieldText, `${inForm}.ID`) ?? name;
}

function describe(value: unknown): string {
  if (value === null || value === '' || value === undefined) return memberText.empty;
  if (value === true) return memberText.yes;
  if (value === false) return memberText.no;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

const maxShown = 200;
