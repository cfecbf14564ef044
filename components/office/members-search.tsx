import type { ReactNode } from 'react';
import { contactColumns, memberColumns } from '@/lib/membership-api/office-members';
import type { OfficeStructure } from '@/lib/membership-api/office';
import { memberKindText, memberStatusText, membersText } from '@/lib/messages/office-members';
import {
  filterNames,
  hasFilters,
  membersPath,
  toMembersAddress,
  withoutFilters,
  type MembersFilterName,
  type MembersView,
} from '@/lib/office/members-view';
import { lookUp } from '@/lib/look-up';
import { formatDay } from '@/lib/messages/format-day';
import { say } from '@/lib/messages/say';
import { buttonStyle, fieldStyle } from '../ui/button';

interface Props {
  view: MembersView;
  structure: OfficeStructure;
  /** Readers cannot ask who has an email address. */
  isReader: boolean;
}

/** The search and the filters, as a form whose address is the list. */
export function MembersSearch({ view, structure, isReader }: Props) {
  const { filter, sort } = view;
  const yesNo = [
    { ID: 'true', Name: membersText.yes },
    { ID: 'false', Name: membersText.no },
  ];
  const select = (name: MembersFilterName, label: string, options: readonly Option[]) => (
    <Field key={name} name={name} label={label}>
      <select id={`filter-${name}`} name={name} defaultValue={filter[name]} className={fieldStyle}>
        <option value="">{membersText.any}</option>
        {options.map(({ ID, Name }) => (
          <option key={ID} value={ID}>
            {Name}
          </option>
        ))}
      </select>
    </Field>
  );
  const input = (name: MembersFilterName, label: string, type: 'text' | 'date') => (
    <Field key={name} name={name} label={label}>
      <input
        id={`filter-${name}`}
        name={name}
        type={type}
        defaultValue={filter[name]}
        className={fieldStyle}
      />
    </Field>
  );
  return (
    <form action={membersPath} role="search" className="flex flex-wrap gap-x-2 gap-y-4">
      {sort !== 'name' && <input type="hidden" name="sort" value={sort} />}
      {/* Filters that only links set. */}
      {(['person', 'company'] as const).map(
        (name) => filter[name] !== '' && <input key={name} type="hidden" name={name} value={filter[name]} />,
      )}
      <div className="basis-full">
        <label htmlFor="filter-q" className="font-medium">
          {membersText.search}
        </label>
        <p id="search-hint" className="text-sm text-ink-soft">
          {membersText.searchHint}
        </p>
        <div className="mt-1 flex flex-wrap gap-2">
          <input
            id="filter-q"
            name="q"
            type="search"
            defaultValue={filter.q}
            aria-describedby="search-hint"
            className={`${fieldStyle} max-w-xl flex-1 basis-48`}
          />
          <button type="submit" className={buttonStyle('main')}>
            {membersText.find}
          </button>
        </div>
      </div>
      <details className="rounded-lg border border-line bg-surface px-4 py-1 open:basis-full">
        <summary className="min-h-8 py-1 font-medium">{membersText.filters}</summary>
        <div className="grid gap-x-4 gap-y-3 py-3 sm:grid-cols-2 lg:grid-cols-4">
          {select('status', membersText.status, optionsOf(memberStatusText))}
          {select('approved', membersText.approved, yesNo)}
          {select('type', membersText.type, structure.MembershipTypes)}
          {select('kind', membersText.kind, optionsOf(memberKindText))}
          {structure.Categories.length > 0 && select('category', membersText.category, structure.Categories)}
          {structure.Chapters.length > 0 && select('chapter', membersText.chapter, structure.Chapters)}
          {input('from', membersText.from, 'date')}
          {input('to', membersText.to, 'date')}
          {input('state', membersText.state, 'text')}
          {!isReader && select('email', membersText.hasEmail, yesNo)}
          {select('location', membersText.location, yesNo)}
          {select('listed', membersText.listed, yesNo)}
          {structure.Addons.length > 0 && select('addon', membersText.addon, structure.Addons)}
          {input('joinedFrom', membersText.joinedFrom, 'date')}
          {input('joinedTo', membersText.joinedTo, 'date')}
        </div>
        <fieldset className="pb-3">
          <legend className="text-sm font-semibold">{membersText.beginsWith}</legend>
          <div className="grid gap-x-4 gap-y-3 pt-2 sm:grid-cols-2 lg:grid-cols-4">
            {beginnings
              .filter((name) => !isReader || (name !== 'mail' && name !== 'postcode'))
              .map((name) => input(name, membersText[name], 'text'))}
          </div>
        </fieldset>
      </details>
      <details className="rounded-lg border border-line bg-surface px-4 py-1 open:basis-full">
        <summary className="min-h-8 py-1 font-medium">{membersText.columns}</summary>
        <div className="grid gap-x-4 py-2 sm:grid-cols-2 lg:grid-cols-4">
          {memberColumns
            .filter((name) => !isReader || !contactColumns.includes(name))
            .map((name) => (
              <label key={name} className="flex min-h-9 items-center gap-3">
                <input
                  type="checkbox"
                  name="column"
                  value={name}
                  defaultChecked={view.columns.includes(name)}
                  className="size-5 shrink-0"
                />
                {membersText[name]}
              </label>
            ))}
        </div>
        <p className="pb-2">
          <button type="submit" className={buttonStyle('quiet')}>
            {membersText.showColumns}
          </button>
        </p>
      </details>
      <GivenFilters view={view} structure={structure} />
      {(filter.q !== '' || hasFilters(view)) && (
        <p className="basis-full">
          <a href={toMembersAddress(withoutFilters(view))} className="text-accent underline">
            {membersText.clear}
          </a>
        </p>
      )}
    </form>
  );
}

/** Each filter of the list, with a link to the list without it. */
function GivenFilters({ view, structure }: Pick<Props, 'view' | 'structure'>) {
  const names = filterNames.filter((name) => name !== 'q' && view.filter[name] !== '');
  if (names.length === 0) return null;
  return (
    <ul aria-label={membersText.filters} className="flex basis-full flex-wrap gap-2">
      {names.map((name) => {
        const value = describe(name, view.filter[name], structure);
        const text = say(membersText.given, { label: labels[name], value });
        return (
          <li key={name} className="flex items-center gap-2 rounded-full border border-line bg-surface px-3">
            <span className="wrap-anywhere">{text}</span>
            <a
              href={toMembersAddress({ ...view, filter: { ...view.filter, [name]: '' } })}
              aria-label={say(membersText.remove, { filter: text })}
              className="grid size-8 place-items-center text-accent"
            >
              <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

const labels = {
  ...membersText,
  q: membersText.search,
  email: membersText.hasEmail,
} satisfies Record<MembersFilterName, string>;

function describe(name: MembersFilterName, value: string, structure: OfficeStructure): string {
  const options = {
    status: optionsOf(memberStatusText),
    kind: optionsOf(memberKindText),
    type: structure.MembershipTypes,
    category: structure.Categories,
    chapter: structure.Chapters,
    addon: structure.Addons,
  };
  const named = lookUp<Option[]>(options, name)?.find(({ ID }) => ID === value);
  if (named !== undefined) return named.Name;
  if (isFlag(name)) return value === 'true' ? membersText.yes : membersText.no;
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value;
}

function isFlag(name: MembersFilterName): boolean {
  return ['approved', 'email', 'location', 'listed'].includes(name);
}

const beginnings = [
  ...(['number', 'first', 'last', 'organisation', 'mail', 'suburb', 'postcode', 'country'] as const),
] as const;

type Option = OfficeStructure['Chapters'][number];

function optionsOf(texts: Record<string, string>): Option[] {
  return Object.entries(texts).map(([ID, Name]) => ({ ID, Name }));
}

function Field({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={`filter-${name}`} className="text-sm font-medium">
        {label}
      </label>
      {children}
    </div>
  );
}
