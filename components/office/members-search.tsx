import type { ReactNode } from 'react';
import { findOwnField, isTextField, ownFields } from '@/lib/contract/fields/office-fields';
import { columnText } from '@/lib/contract/member-texts';
import { memberColumns, officeSorts, type MemberColumn } from '@/lib/contract/office-members';
import type { OfficeStructure } from '@/lib/contract/office';
import {
  memberKindText,
  memberStatusText,
  signInText,
  membersText,
  sortText,
  standingText,
} from '@/lib/messages/office-members';
import {
  extraOf,
  givenFilters,
  isAnswerName,
  membersPath,
  toMembersAddress,
  withoutFilter,
  withoutFilters,
  type AnswerName,
  type MembersFilterName,
  type MembersView,
} from '@/lib/office-pages/members-view';
import { choicesOf, yesOrNo, type Option } from '@/lib/office-pages/member-form';
import { filterLabels } from '@/lib/office-pages/filter-labels';
import type { HiddenFields } from '@/lib/office-pages/hidden-fields';
import { lookUp } from '@/lib/base/look-up';
import { formatDay } from '@/lib/messages/format';
import { say } from '@/lib/messages/say';
import { buttonStyle, fieldStyle } from '../ui/button';
import { AtOnce } from './at-once';

interface Props {
  view: MembersView;
  structure: OfficeStructure;
  hidden: HiddenFields;
  /** What stands in the line of the filters and columns. */
  children: ReactNode;
}

/** The filters are outside the form, so that they are in one line with other things. */
const searchForm = 'members-search';

export function MembersSearch({ view, structure, hidden, children }: Props) {
  const { filter, sort } = view;
  const own = ownFields('filter');
  const valueOf = (name: MembersFilterName | AnswerName) =>
    isAnswerName(name) ? (lookUp<string>(view.answers, extraOf(name)) ?? '') : filter[name];
  const isShown = (name: MembersFilterName | AnswerName) =>
    isAnswerName(name) || !hidden.filters.includes(name);
  const select = (name: MembersFilterName | AnswerName, label: string, options: readonly Option[]) =>
    isShown(name) && (
      <Field key={name} name={name} label={label}>
        <select
          id={`filter-${name}`}
          form={searchForm}
          name={name}
          defaultValue={valueOf(name)}
          className={fieldStyle}
        >
          <option value="">{membersText.any}</option>
          {options.map(({ ID, Name }) => (
            <option key={ID} value={ID}>
              {Name}
            </option>
          ))}
        </select>
      </Field>
    );
  const input = (
    name: MembersFilterName | AnswerName,
    label: string,
    type: 'text' | 'date' | 'tel' | 'amount' = 'text',
  ) =>
    isShown(name) && (
      <Field key={name} name={name} label={label}>
        <input
          id={`filter-${name}`}
          form={searchForm}
          name={name}
          {...(type === 'amount' ? { type: 'text', inputMode: 'decimal' } : { type })}
          defaultValue={valueOf(name)}
          className={fieldStyle}
        />
      </Field>
    );
  const column = (name: MemberColumn, text: string) => (
    <label key={name} className="flex min-h-9 items-center gap-3">
      <input
        type="checkbox"
        form={searchForm}
        name="column"
        value={name}
        defaultChecked={view.columns.includes(name)}
        className="size-5 shrink-0"
      />
      <span className="wrap-anywhere">{text}</span>
    </label>
  );
  const inLine = (name: 'type' | 'chapter', label: string, options: readonly Option[]) =>
    isShown(name) &&
    options.length > 0 && (
      <select
        key={name}
        name={name}
        aria-label={label}
        data-at-once
        defaultValue={valueOf(name)}
        className={`${fieldStyle} max-w-40 shrink-0`}
      >
        <option value="">{say(membersText.anyOf, { label })}</option>
        {options.map(({ ID, Name }) => (
          <option key={ID} value={ID}>
            {Name}
          </option>
        ))}
      </select>
    );
  return (
    <>
      <form
        id={searchForm}
        action={membersPath}
        role="search"
        className="flex flex-wrap gap-2 lg:flex-nowrap print:hidden"
      >
        <AtOnce />
        {/* Only links set these filters, so the form has no visible fields for them. */}
        {(['person', 'company', 'imported', 'waiting'] as const).map(
          (name) =>
            filter[name] !== '' && <input key={name} type="hidden" name={name} value={filter[name]} />,
        )}
        <input
          id="filter-q"
          name="q"
          type="search"
          aria-label={membersText.search}
          placeholder={membersText.placeholder}
          defaultValue={filter.q}
          aria-describedby="search-hint"
          className={`${fieldStyle} min-w-40 flex-1`}
        />
        <p id="search-hint" className="sr-only">
          {isShown('mail') && isShown('street') ? membersText.searchHint : membersText.searchHintOpen}
        </p>
        <button type="submit" className={`${buttonStyle('main')} lg:order-last`}>
          {membersText.find}
        </button>
        {isShown('status') && <StatusMenu view={view} />}
        {/* On a phone, this line scrolls sideways. */}
        <div className="flex min-w-0 gap-2 max-lg:flex-1 max-lg:basis-40 max-lg:overflow-x-auto">
          {inLine('type', membersText.type, structure.MembershipTypes)}
          {inLine('chapter', membersText.chapter, structure.Chapters)}
          {/* On a phone, the table has no line of headings with which to sort it. */}
          <select
            name="sort"
            aria-label={membersText.sort}
            data-at-once
            defaultValue={sort}
            className={`${fieldStyle} max-w-40 shrink-0 sm:hidden`}
          >
            {officeSorts.map((one) => (
              <option key={one} value={one}>
                {sortText[one]}
              </option>
            ))}
          </select>
          {isShown('to') && (
            <label className="flex shrink-0 items-center gap-2 text-sm whitespace-nowrap">
              {membersText.endsBy}
              <input type="date" name="to" defaultValue={filter.to} className={fieldStyle} />
            </label>
          )}
        </div>
      </form>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 print:hidden">
        <details className="rounded-lg border border-line bg-surface px-4 py-1 open:basis-full">
          <summary className="min-h-8 py-1 font-medium">{membersText.filters}</summary>
          <div className="grid gap-x-4 gap-y-3 py-3 sm:grid-cols-2 lg:grid-cols-4">
            {select('approved', membersText.approved, yesOrNo)}
            {select('kind', membersText.kind, optionsOf(memberKindText))}
            {structure.Categories.length > 0 &&
              select('category', membersText.category, structure.Categories)}
            {input('from', membersText.from, 'date')}
            {input('owedFrom', membersText.owedFrom, 'amount')}
            {input('owedTo', membersText.owedTo, 'amount')}
            {input('state', membersText.state)}
            {select('email', membersText.hasEmail, yesOrNo)}
            {select('location', membersText.location, yesOrNo)}
            {select('listed', membersText.listed, yesOrNo)}
            {select('leaving', membersText.leaving, yesOrNo)}
            {select('unanswered', membersText.unanswered, yesOrNo)}
            {structure.Addons.length > 0 && select('addon', membersText.addon, structure.Addons)}
            {input('joinedFrom', membersText.joinedFrom, 'date')}
            {input('joinedTo', membersText.joinedTo, 'date')}
            {select('signin', membersText.signin, optionsOf(signInText))}
            {select('committee', membersText.committee, committeesOf(structure))}
            {own
              .filter((field) => !isTextField(field))
              .map((field) => {
                const options = choicesOf(field.field.kind);
                return options === null
                  ? input(field.name, field.caption)
                  : select(field.name, field.caption, options);
              })}
          </div>
          <fieldset className="pb-3">
            <legend className="text-sm font-semibold">{membersText.beginsWith}</legend>
            <div className="grid gap-x-4 gap-y-3 pt-2 sm:grid-cols-2 lg:grid-cols-4">
              {beginnings.map((name) => input(name, filterLabels[name], name === 'phone' ? 'tel' : 'text'))}
              {own.filter(isTextField).map(({ name, caption }) => input(name, caption))}
            </div>
          </fieldset>
          {structure.Extras.length > 0 && (
            <fieldset className="pb-3">
              <legend className="text-sm font-semibold">{membersText.answers}</legend>
              <div className="grid items-end gap-x-4 gap-y-3 pt-2 sm:grid-cols-2 lg:grid-cols-4">
                {structure.Extras.map(({ ID, Question, Options }) =>
                  Options.length === 0
                    ? input(`answer-${ID}`, Question)
                    : select(
                        `answer-${ID}`,
                        Question,
                        Options.map((option) => ({ ID: option, Name: option })),
                      ),
                )}
              </div>
            </fieldset>
          )}
          <p className="pb-2">
            <button type="submit" form={searchForm} className={buttonStyle('quiet')}>
              {membersText.apply}
            </button>
          </p>
        </details>
        <details className="rounded-lg border border-line bg-surface px-4 py-1 open:basis-full">
          <summary className="min-h-8 py-1 font-medium">{membersText.columns}</summary>
          <div className="grid gap-x-4 py-2 sm:grid-cols-2 lg:grid-cols-4">
            {memberColumns
              .filter((name) => !hidden.columns.includes(name))
              .map((name) => column(name, columnText(name)))}
            {structure.Extras.map(({ ID, Question }) => column(`answer-${ID}`, Question))}
          </div>
          <p className="pb-2">
            <button type="submit" form={searchForm} className={buttonStyle('quiet')}>
              {membersText.showColumns}
            </button>
          </p>
        </details>
        {children}
      </div>
      <GivenFilters view={view} structure={structure} />
    </>
  );
}

function GivenFilters({ view, structure }: Pick<Props, 'view' | 'structure'>) {
  const given = givenFilters(view).filter(([name]) => name !== 'q');
  if (given.length === 0 && view.filter.q === '') return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      {given.length > 0 && (
        <ul aria-label={membersText.filters} className="flex flex-wrap gap-2">
          {given.map(([name, value]) => {
            const text = say(membersText.given, {
              label: labelOf(name, structure),
              value: isAnswerName(name) ? value : describe(name, value, structure),
            });
            return (
              <li
                key={name}
                className="flex items-center gap-2 rounded-full border border-line bg-surface px-3"
              >
                <span className="wrap-anywhere">{text}</span>
                <a
                  href={toMembersAddress(withoutFilter(view, name))}
                  aria-label={say(membersText.remove, { filter: text })}
                  className="grid size-8 place-items-center text-accent"
                >
                  <span aria-hidden="true">×</span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
      <a href={toMembersAddress(withoutFilters(view))} className="text-accent underline">
        {membersText.clear}
      </a>
    </div>
  );
}

function labelOf(name: MembersFilterName | AnswerName, { Extras }: OfficeStructure): string {
  if (!isAnswerName(name)) return filterLabels[name];
  return Extras.find(({ ID }) => ID === extraOf(name))?.Question ?? membersText.answer;
}

function describe(name: MembersFilterName, value: string, structure: OfficeStructure): string {
  if (name === 'status') return describeStatuses(value);
  const options = {
    kind: optionsOf(memberKindText),
    Standing: optionsOf(standingText),
    type: structure.MembershipTypes,
    category: structure.Categories,
    chapter: structure.Chapters,
    addon: structure.Addons,
    committee: committeesOf(structure),
    signin: optionsOf(signInText),
  };
  const named = lookUp<readonly Option[]>(options, name)?.find(({ ID }) => ID === value);
  if (named !== undefined) return named.Name;
  if (isFlag(name)) return value === 'true' ? membersText.yes : membersText.no;
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value;
}

function isFlag(name: MembersFilterName): boolean {
  if (findOwnField(name)?.field.kind.json === 'flag') return true;
  return ['approved', 'waiting', 'email', 'location', 'listed'].includes(name);
}

const currentStatuses = ['financial', 'expiring', 'outstanding'] as const;
const allCurrent = currentStatuses.join(',');

/** Several statuses can be chosen. Scripts apply the choice when the menu closes, and the button at once. */
function StatusMenu({ view }: { view: MembersView }) {
  const given = view.filter.status.split(',').filter((one) => one !== '');
  const tick = (status: keyof typeof memberStatusText, text: string) => (
    <label key={status} className="flex min-h-9 items-center gap-3 whitespace-nowrap">
      <input
        type="checkbox"
        name="status"
        value={status}
        defaultChecked={given.includes(status)}
        className="size-5 shrink-0"
      />
      {text}
    </label>
  );
  return (
    <details data-at-once className="relative max-lg:max-w-36">
      <summary
        aria-label={
          given.length === 0
            ? say(membersText.anyOf, { label: membersText.status })
            : say(membersText.given, {
                label: membersText.status,
                value: describeStatuses(view.filter.status),
              })
        }
        className={`${fieldStyle} flex max-w-60 cursor-pointer items-center justify-between gap-2 whitespace-nowrap`}
      >
        <span className="truncate">
          {given.length === 0
            ? say(membersText.anyOf, { label: membersText.status })
            : describeStatuses(view.filter.status)}
        </span>
        <span aria-hidden="true">▾</span>
      </summary>
      <div className="absolute z-20 mt-1 grid w-64 rounded-xl border border-line bg-surface p-3 shadow-lg">
        <a
          href={toMembersAddress({ ...view, filter: { ...view.filter, status: allCurrent } })}
          className="flex min-h-9 items-center font-medium text-accent underline"
        >
          {membersText.allCurrent}
        </a>
        <fieldset className="pl-3">
          <legend className="sr-only">{memberStatusText.financial}</legend>
          {currentStatuses.map((status) =>
            tick(status, status === 'financial' ? membersText.onlyCurrent : memberStatusText[status]),
          )}
        </fieldset>
        {tick('expired', memberStatusText.expired)}
        <button type="submit" className={`${buttonStyle('quiet')} mt-2`}>
          {membersText.applyStatus}
        </button>
      </div>
    </details>
  );
}

function describeStatuses(value: string): string {
  if (value === allCurrent) return membersText.allCurrent;
  return value
    .split(',')
    .map((one) => lookUp<string>(memberStatusText, one) ?? one)
    .join(', ');
}

const beginnings = [
  ...(['number', 'title', 'first', 'last', 'organisation', 'mail', 'phone', 'street'] as const),
  ...(['suburb', 'postcode', 'country', 'mailing'] as const),
] as const;

function committeesOf({ Chapters }: OfficeStructure): Option[] {
  return [
    { ID: 'any', Name: membersText.anyCommittee },
    { ID: 'own', Name: membersText.ownCommittee },
    ...Chapters,
  ];
}

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
