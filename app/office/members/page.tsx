import { Suspense } from 'react';
import type { Metadata } from 'next';
import { BulkBar } from '@/components/office/bulk-bar';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { MembersSearch } from '@/components/office/members-search';
import { SavedViews } from '@/components/office/saved-views';
import { MembersTable } from '@/components/office/members-table';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { buttonStyle } from '@/components/ui/button';
import { familyText } from '@/lib/messages/office-family';
import { memberText } from '@/lib/messages/office-member';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { membersText } from '@/lib/messages/office-members';
import { viewsText } from '@/lib/messages/office-views';
import { say } from '@/lib/messages/say';
import { bulkChoices, bulkPath } from '@/lib/office/bulk-form';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import type { Office } from '@/lib/office/find-office';
import { hiddenFieldsOf, visibleView } from '@/lib/office/hidden-fields';
import {
  filterNames,
  membersPath,
  readMembersView,
  toExportAddress,
  toMembersAddress,
  toViewList,
  type MembersView,
} from '@/lib/office/members-view';
import { readExactCount, readMembers, readOfficeStructure, readViews } from '@/lib/office/read-members';
import { noViewForm } from '@/lib/office/view-state';
import { saveView } from './view-actions';
import { mayUse } from '@/lib/office/may-use';

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
          mayShare={office.me.Role === 'owner' || office.me.Role === 'secretary'}
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
            <form action={bulkPath} className="grid gap-4">
              <MembersTable rows={rows} view={view} questions={structure.Extras} isSelectable />
              <BulkBar view={view} choices={choices} />
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
