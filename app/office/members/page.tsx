import { Suspense } from 'react';
import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { MembersSearch } from '@/components/office/members-search';
import { MembersTable } from '@/components/office/members-table';
import { OfficePage } from '@/components/office/office-page';
import { ViewForms } from '@/components/office/view-forms';
import { Notice } from '@/components/ui/notice';
import { buttonStyle, fieldStyle } from '@/components/ui/button';
import { Tick } from '@/components/ui/tick';
import type { OfficeView } from '@/lib/contract/office-views';
import { managesMembers } from '@/lib/contract/fields/role';
import { bulkText } from '@/lib/messages/office-bulk';
import { familyText } from '@/lib/messages/office-family';
import { memberText } from '@/lib/messages/office-member';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { membersText } from '@/lib/messages/office-members';
import { viewsText } from '@/lib/messages/office-views';
import { say } from '@/lib/messages/say';
import { bulkChoices, bulkPath, choiceText } from '@/lib/office-pages/bulk-form';
import type { BulkChoice } from '@/lib/office-pages/bulk-state';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import type { Office } from '@/lib/office-pages/find-office';
import { hiddenFieldsOf, visibleView } from '@/lib/office-pages/hidden-fields';
import {
  filterNames,
  membersPath,
  readMembersView,
  toExportAddress,
  toMembersAddress,
  toViewList,
  type MembersView,
  givenFilters,
  addressOfView,
} from '@/lib/office-pages/members-view';
import { readExactCount, readMembers, readOfficeStructure, readViews } from '@/lib/office-pages/read-members';
import { noViewForm, type ViewFormState } from '@/lib/office-pages/view-state';
import { previewApproval } from './bulk/actions';
import { saveView } from './view-actions';
import { mayUse } from '@/lib/office-pages/may-use';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OfficeMembersPage({ searchParams }: Props) {
  const query = await searchParams;
  const { done } = query;
  const asked = readMembersView(query);
  const path = toMembersAddress(asked, { after: asked.after });
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={saveView} start={noViewForm} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={membersPath} />;
  const view = visibleView(asked, office.me);
  const [read, structure, views] = await Promise.all([
    readMembers(office, view),
    readOfficeStructure(office.api),
    readViews(office.api),
  ]);
  if (read.kind === 'unavailable')
    return <ClosedOffice office={{ kind: 'unavailable' }} path={membersPath} />;
  const list = read.kind === 'read' ? read.body : null;
  const rows = list?.Members ?? [];
  const count =
    list === null || rows.length === 0
      ? null
      : list.Count === null
        ? membersText.countMany
        : say(membersText.count, { count: list.Count });
  const isMany = list !== null && list.Count === null;
  const choices = mayUse(office.me, 'POST bulk') ? bulkChoices(office.me, structure) : [];
  // On a phone, these are below the list, so that the list begins on the first screen.
  const others = (
    <>
      {mayUse(office.me, 'POST members') && (
        <a href="/office/members/new?kind=corporate" className={buttonStyle('quiet')}>
          {familyText.addCompany}
        </a>
      )}
      {mayUse(office.me, 'GET export') && rows.length > 0 && (
        <a href={toExportAddress(view)} className={buttonStyle('quiet')}>
          {membersText.exportList}
        </a>
      )}
    </>
  );
  return (
    <OfficePage
      office={office}
      help="members"
      current={membersPath}
      title={membersText.title}
      actions={
        <div className="flex flex-wrap gap-3">
          {mayUse(office.me, 'POST members') && (
            <a href="/office/members/new" className={buttonStyle('quiet')}>
              {memberText.add}
            </a>
          )}
          <div className="flex gap-3 max-sm:hidden">{others}</div>
        </div>
      }
    >
      {done === 'view' && <Notice role="status">{viewsText.saved}</Notice>}
      {done === 'view-removed' && <Notice role="status">{viewsText.removed}</Notice>}
      {done === 'erased' && <Notice role="status">{personalDataText.erased}</Notice>}
      {done === 'erasing' && <Notice role="status">{personalDataText.erasing}</Notice>}
      {done === 'removed' && <Notice role="status">{familyText.removed}</Notice>}
      <MembersSearch view={view} structure={structure} hidden={hiddenFieldsOf(office.me, filterNames)}>
        <SavedViews
          views={views}
          list={toViewList(view)}
          address={toMembersAddress(view)}
          path={path}
          mayShare={managesMembers(office.me.Role)}
          save={saveView}
        />
        {count !== null && (
          <p role="status" className="ml-auto max-sm:sr-only">
            {isMany ? (
              <Suspense fallback={count}>
                <ExactCount office={office} view={view} />
              </Suspense>
            ) : (
              count
            )}
          </p>
        )}
      </MembersSearch>
      {read.kind === 'wrong' && <Notice role="alert">{read.text}</Notice>}
      {list === null ? null : rows.length === 0 ? (
        <p>
          <strong>{membersText.none}</strong> {membersText.noneAdvice}
        </p>
      ) : (
        <>
          {choices.length === 0 ? (
            <MembersTable rows={rows} view={view} questions={structure.Extras} isSelectable={false} />
          ) : (
            <form action={bulkPath} className="group grid gap-4">
              <MembersTable rows={rows} view={view} questions={structure.Extras} isSelectable />
              <BulkBar
                view={view}
                choices={choices}
                hasWaiting={choices.includes('approve') && rows.some(({ Checked }) => !Checked)}
              />
            </form>
          )}
        </>
      )}
      {count !== null && (
        <Suspense fallback={<ShortCount text={count} />}>
          {isMany ? <ExactCount office={office} view={view} isShort /> : <ShortCount text={count} />}
        </Suspense>
      )}
      <div className="flex flex-wrap gap-3 sm:hidden">{others}</div>
      <p className="flex flex-wrap gap-6">
        {view.after !== null && (
          <a href={toMembersAddress(view)} className="text-accent underline">
            {membersText.firstPage}
          </a>
        )}
        {list !== null && list.Next !== null && (
          <a href={toMembersAddress(view, { after: list.Next })} rel="next" className="text-accent underline">
            {membersText.next}
          </a>
        )}
      </p>
    </OfficePage>
  );
}

interface CountProps {
  office: Office;
  view: MembersView;
  isShort?: boolean;
}

/** Counting many members takes longer than finding a page of them, so this arrives after the list. */
async function ExactCount({ office, view, isShort = false }: CountProps) {
  const count = await readExactCount(office, view);
  const text = count === null ? membersText.countMany : say(membersText.count, { count });
  return isShort ? <ShortCount text={text} /> : text;
}

/** Below the list on a phone. A screen reader reads the number above the list. */
function ShortCount({ text }: { text: string }) {
  return <p aria-hidden data-count={text} className="before:content-[attr(data-count)] sm:hidden" />;
}

interface BulkBarProps {
  view: MembersView;
  choices: readonly BulkChoice[];
  /** Whether somebody on the page waits for an approval, which then takes no other page to choose it. */
  hasWaiting: boolean;
}

/**
 * This fieldset is part of the form that contains the members' checkboxes. While one is ticked, it stays in view, except
 * on a phone, where it would cover the list.
 */
function BulkBar({ view, choices, hasWaiting }: BulkBarProps) {
  return (
    <fieldset className="bottom-0 z-10 flex flex-wrap items-end gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 group-has-[td_:checked]:shadow-lg sm:group-has-[td_:checked]:sticky print:hidden">
      <legend className="sr-only">{bulkText.selected}</legend>
      {givenFilters(view).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="grid gap-1 max-sm:w-full sm:min-w-72">
        <span className="text-sm font-medium">{bulkText.what}</span>
        <select name="do" required defaultValue="" className={fieldStyle}>
          <option value="">{bulkText.choose}</option>
          {choices.map((one) => (
            <option key={one} value={one}>
              {choiceText(one)}
            </option>
          ))}
        </select>
      </label>
      <div className="py-1.5">
        <Tick name="all" value="yes">
          {bulkText.all}
        </Tick>
      </div>
      <button type="submit" className={buttonStyle('quiet')}>
        {bulkText.next}
      </button>
      {hasWaiting && (
        <button
          type="submit"
          formAction={previewApproval}
          formNoValidate
          className={`${buttonStyle('quiet')} sm:ml-auto`}
        >
          {bulkText.previewApproval}
        </button>
      )}
    </fieldset>
  );
}

interface SavedViewsProps {
  views: readonly OfficeView[];
  /** The filters and columns of the page, in the format of a saved view. */
  list: string;
  /**
   * The address of the list on this page, with its filters and columns. If a saved view has the same address, it is
   * marked as the open one.
   */
  address: string;
  path: string;
  mayShare: boolean;
  save: (state: ViewFormState, form: FormData) => Promise<ViewFormState>;
}

function SavedViews({ views, list, address, path, mayShare, save }: SavedViewsProps) {
  return (
    <section aria-labelledby="saved-views" className="contents">
      <h2 id="saved-views" className="sr-only">
        {viewsText.title}
      </h2>
      {views.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {views.map((view) => {
            const to = addressOfView(view.List);
            return (
              <li key={view.ID}>
                <a
                  href={to}
                  aria-current={to === address ? 'page' : undefined}
                  className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-ink no-underline wrap-anywhere hover:border-accent aria-[current]:border-accent aria-[current]:font-medium"
                >
                  {view.Name}
                  {view.Shared && <span className="text-sm text-ink-soft">{viewsText.shared}</span>}
                </a>
              </li>
            );
          })}
        </ul>
      )}
      <ViewForms
        views={views
          .filter(({ MayChange }) => MayChange)
          .map(({ ID, Name, Shared }) => ({ id: ID, name: Name, isShared: Shared }))}
        list={list}
        path={path}
        mayShare={mayShare}
        save={save}
      />
    </section>
  );
}
