import { ownPartText } from '@/lib/messages/own-entry';
import { OwnFacts, type OwnFact } from './own-part';

interface Look extends OwnFact {
  /** Where the field is in a member record. */
  name: string;
}

/**
 * What everybody sees looks as on the profile. It is made from the member's record and not from the directory's entry,
 * so that a change is there at once. What visitors do not see is below it.
 */
export function OwnLook({ part, facts }: { part: keyof typeof ownPartText; facts: readonly Look[] }) {
  if (part !== 'name' && part !== 'directory') return <OwnFacts facts={facts} />;
  const shown = facts.filter(({ value, audience }) => value !== '' && audience === 'everybody');
  const others = facts.filter((fact) => !shown.includes(fact));
  return (
    <div className="grid gap-4">
      {part === 'name' ? <Name facts={shown} /> : shown.map((fact) => <Work key={fact.name} {...fact} />)}
      <OwnFacts facts={others} isEmpty={shown.length === 0} />
    </div>
  );
}

const nameParts = ['User.Title', 'User.FirstName', 'User.LastName'];

function Name({ facts }: { facts: readonly Look[] }) {
  const name = nameParts.flatMap((part) => facts.find((fact) => fact.name === part)?.value ?? []);
  const others = facts.filter((fact) => !nameParts.includes(fact.name)).map(({ value }) => value);
  // Without the name of a person, the entry has the name of the organisation.
  const [main, ...rest] = name.length > 0 ? [name.join(' '), ...others] : others;
  return (
    <div className="wrap-anywhere empty:hidden">
      {main !== undefined && <p className="text-2xl font-bold tracking-tight">{main}</p>}
      {rest.map((value) => (
        <p key={value} className="text-lg">
          {value}
        </p>
      ))}
    </div>
  );
}

function Work({ name, label, value }: Look) {
  if (name === 'Introduction')
    return (
      <div className="grid max-w-prose gap-3 text-lg wrap-anywhere">
        {value.split(/\n{2,}/).map((paragraph, at) => (
          <p key={at} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
    );
  return (
    <div className="wrap-anywhere">
      <h3 className="text-sm text-ink-soft">{label}</h3>
      {name === 'Services' ? (
        <ul className="grid list-inside list-disc gap-x-6 gap-y-1 sm:grid-cols-2">
          {value.split('\n').map((service, at) => (
            <li key={at}>{service}</li>
          ))}
        </ul>
      ) : (
        <p>{value}</p>
      )}
    </div>
  );
}
