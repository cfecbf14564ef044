import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BulkForm } from '@/components/office/bulk-form';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { dateInZone } from '@/lib/base/clock';
import { lookUp } from '@/lib/base/look-up';
import { ownCaptionOf } from '@/lib/contract/fields/office-fields';
import { chapterhouse } from '@/lib/chapterhouse';
import { bulkText, bulkValueText } from '@/lib/messages/office-bulk';
import { say } from '@/lib/messages/say';
import { bulkChoices, bulkPath, choiceText, isDateChoice } from '@/lib/office-pages/bulk-form';
import { bulkOptions, readBulkSelection } from '@/lib/office-pages/bulk-selection';
import { emptyBulkForm } from '@/lib/office-pages/bulk-state';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { mayUse } from '@/lib/office-pages/may-use';
import { membersPath } from '@/lib/office-pages/members-view';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { checkBulk } from './actions';

export const metadata: Metadata = { title: bulkText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BulkPage({ searchParams }: Props) {
  const selection = readBulkSelection(await searchParams);
  const office = await requireOfficeOrForm(selection.path);
  if (office.kind === 'kept')
    return <KeptForm action={checkBulk} start={emptyBulkForm} path={selection.path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={bulkPath} />;
  if (!mayUse(office.me, 'POST bulk')) notFound();
  const structure = await readOfficeStructure(office.api);
  const choice = bulkChoices(office.me, structure).find((one) => one === selection.choice) ?? null;
  const title = choice === null ? bulkText.title : choiceText(choice);
  return (
    <OfficePage office={office} help="bulk" current={membersPath} title={title} hasForm>
      {selection.hasMembers && (
        <p>
          {selection.ids === null
            ? bulkText.chosenList
            : say(bulkText.chosen, { count: selection.ids.length })}
        </p>
      )}
      {choice === null || !selection.hasMembers ? (
        <Notice role="alert">{choice === null ? bulkText.wrongAction : bulkText.none}</Notice>
      ) : (
        <BulkForm
          choice={choice}
          label={lookUp<string>(bulkValueText, choice) ?? ownCaptionOf(choice)}
          isDate={isDateChoice(choice)}
          options={bulkOptions(choice, {
            structure,
            hasMembersDirectory: chapterhouse().site().hasMembersDirectory === true,
          })}
          hidden={selection.hidden}
          path={selection.path}
          today={dateInZone(chapterhouse().clock(), chapterhouse().site().timeZone)}
          action={checkBulk}
        />
      )}
      <p>
        <a href={selection.listAddress} className="text-accent underline">
          {bulkText.back}
        </a>
      </p>
    </OfficePage>
  );
}
