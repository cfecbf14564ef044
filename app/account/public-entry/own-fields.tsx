import { lookUp } from '@/lib/base/look-up';
import type { Audience } from '@/lib/contract/audiences';
import { directoryFields } from '@/lib/contract/directory-fields';
import { MemberForm } from '@/components/office/member-form';
import {
  fieldsOf,
  toStructure,
  type OwnEntry,
  type OwnField,
  type OwnPart,
} from '@/lib/office-pages/own-entry';
import { toPatch } from '@/lib/contract/fields/office-fields';
import type { OwnEntries } from '@/lib/contract/own-entries';
import { ownPartText } from '@/lib/messages/own-entry';
import { describeValue, toFormParts, valuesOfRecord } from '@/lib/office-pages/member-form';
import { startOfForm } from '@/lib/office-pages/member-form-start';
import type { MemberFormState } from '@/lib/office-pages/save-member';
import { OwnFacts, OwnPart as Part, type OwnFact } from './own-part';

export interface OwnPartProps {
  entry: OwnEntry;
  entries: OwnEntries;
  /** The part whose form is open, with the membership's ID, such as `contact-20`. */
  edit: string;
  path: string;
  /** The membership, if the person has several. '': there is only one. */
  of: string;
}

interface Props extends OwnPartProps {
  part: Exclude<OwnPart, 'answers'>;
  action: (previous: MemberFormState, form: FormData) => Promise<MemberFormState>;
}

/** A part of the entry whose fields are inputs of one form. Fields that wait for the office show the proposed value. */
export function OwnFields({ part, entry, entries, edit, path, of, action }: Props) {
  const fields = fieldsOf(part, entries);
  const { Member: member, ETag: etag } = entry;
  const id = `${part}-${member.ID}`;
  const open = fields.filter(({ rule }) => rule !== 'locked');
  if (fields.length === 0) return null;
  const structure = toStructure(entries);
  const values = valuesOfRecord(member);
  const isOpen = edit === id && open.length > 0;
  const start = startOfForm(member, etag);
  const facts = fields.map((field) => ({
    name: field.name,
    label: field.caption,
    value: describeValue(field, lookUp(values, field.name) ?? '', structure),
    audience: audienceOf(entry, field),
  }));
  return (
    <Part
      id={id}
      title={ownPartText[part]}
      of={of}
      rules={[...new Set(fields.map(({ rule }) => rule))]}
      editPath={isOpen ? null : `${path}?edit=${id}`}
    >
      {isOpen ? (
        <MemberForm
          key={etag}
          action={action}
          start={{ ...start, values: { ...values, ...proposedValues(entry, open) } }}
          parts={toFormParts(open)}
          structure={structure}
          id={member.ID}
          path={`${path}?edit=${id}`}
          cancelPath={`${path}#${id}`}
        />
      ) : (
        <OwnLook part={part} facts={facts} />
      )}
    </Part>
  );
}

function proposedValues({ Proposal }: OwnEntry, fields: readonly OwnField[]) {
  if (Proposal === null || Proposal.DeclinedAt !== null) return {};
  const proposed = new Map(Proposal.Changes.map(({ Field, After }) => [Field, After]));
  return Object.fromEntries(
    fields
      .filter(({ subject }) => proposed.has(subject))
      .map(({ name, subject }) => {
        const values = valuesOfRecord(toPatch({ path: subject }, proposed.get(subject)));
        return [name, lookUp(values, name) ?? ''];
      }),
  );
}

/** null: the directory never shows the field. */
function audienceOf({ Member }: OwnEntry, { name, subject }: OwnField): Audience | null {
  const last = name.replace(/\.ID$/, '').split('.').at(-1) ?? '';
  if (subject === 'User.MailingAddress' || !directoryFields.includes(last)) return null;
  const { PublicEntry: everybody, MembersEntry: members } = Member;
  if (everybody?.Listed === true && everybody.Show.includes(last)) return 'everybody';
  return members?.Listed === true && members.Show.includes(last) ? 'members' : 'office';
}

interface Look extends OwnFact {
  /** Where the field is in a member record. */
  name: string;
}

/**
 * What everybody sees looks as on the profile. It is made from the member's record and not from the directory's entry,
 * so that a change is there at once. What visitors do not see is below it.
 */
function OwnLook({ part, facts }: { part: keyof typeof ownPartText; facts: readonly Look[] }) {
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
