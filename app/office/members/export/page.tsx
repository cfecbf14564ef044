import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { FormatChoice } from '@/components/office/format-choice';
import { OfficePage } from '@/components/office/office-page';
import { RecentSignIn } from '@/components/office/recent-sign-in';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { columnText } from '@/lib/contract/member-texts';
import { exportFormats, memberColumns } from '@/lib/contract/office-members';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { requireOffice } from '@/lib/office-pages/current-office';
import {
  exportPath,
  membersPath,
  readMembersView,
  toExportAddress,
  toMembersAddress,
  type MembersView,
} from '@/lib/office-pages/members-view';
import { visibleView } from '@/lib/office-pages/hidden-fields';
import { readMembers, readOfficeStructure } from '@/lib/office-pages/read-members';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { mayUse } from '@/lib/office-pages/may-use';

export const metadata: Metadata = { title: membersText.exportTitle };

const formatText = { csv: membersText.exportCsv, xlsx: membersText.exportXlsx };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ExportPage({ searchParams }: Props) {
  const query = await searchParams;
  const asked = { ...readMembersView(query), after: null };
  const path = toExportAddress(asked);
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  if (!mayUse(office.me, 'GET export')) notFound();
  const view = visibleView(asked, office.me);
  const list = await readMembers(office, view);
  const count = list.kind === 'read' ? list.body.Count : 0;
  const columns = view.columns.map(columnText).join(', ');
  const { Extras: questions } = await readOfficeStructure(office.api);
  const { columns: all } = visibleView(
    { ...view, columns: [...memberColumns, ...questions.map(({ ID }) => `answer-${ID}` as const)] },
    office.me,
  );
  return (
    <OfficePage office={office} help="members" current={membersPath} title={membersText.exportTitle}>
      <p>
        <a href={toMembersAddress(view)} className="text-accent underline">
          {membersText.exportBack}
        </a>
      </p>
      {query['failed'] !== undefined && <Notice role="alert">{membersText.exportFailed}</Notice>}
      <div className="grid max-w-prose gap-2">
        <p>{count === null ? membersText.exportMany : say(membersText.exportWhat, { count })}</p>
        <p>{membersText.exportCare}</p>
      </div>
      {isSignInRecent(office.me, chapterhouse().clock()) ? (
        <form method="post" action={`${exportPath}/file`} className="grid gap-4">
          <fieldset>
            <legend className="font-medium">{membersText.exportColumns}</legend>
            <ColumnChoice view={view} text={say(membersText.exportShown, { columns })} isFirst />
            <ColumnChoice view={{ ...view, columns: all }} text={membersText.exportAll} />
          </fieldset>
          <FormatChoice
            legend={membersText.exportFormat}
            formats={exportFormats.map((value) => ({ value, text: formatText[value] }))}
          />
          <p>
            <button type="submit" className={buttonStyle('main')}>
              {membersText.exportButton}
            </button>
          </p>
        </form>
      ) : (
        <RecentSignIn path={path} />
      )}
    </OfficePage>
  );
}

function ColumnChoice({
  view,
  text,
  isFirst = false,
}: {
  view: MembersView;
  text: string;
  isFirst?: boolean;
}) {
  return (
    <label className="flex min-h-11 max-w-prose items-center gap-3">
      <input
        type="radio"
        name="list"
        value={toMembersAddress(view).split('?')[1] ?? ''}
        defaultChecked={isFirst}
        className="size-5 shrink-0"
      />
      {text}
    </label>
  );
}
