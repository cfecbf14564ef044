import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { DuplicateList } from '@/components/office/duplicate-list';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { duplicatesSchema } from '@/lib/contract/office-duplicates';
import { duplicateText } from '@/lib/messages/office-duplicates';
import { requireOffice } from '@/lib/office-pages/current-office';
import { readOffice } from '@/lib/office-pages/read-office';
import { separate } from './actions';

const path = '/office/duplicates';

export const metadata: Metadata = { title: duplicateText.listTitle };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DuplicatesPage({ searchParams }: Props) {
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const page = await readOffice(office, 'duplicates', duplicatesSchema);
  if (page.kind === 'unavailable') return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  const { done } = await searchParams;
  return (
    <OfficePage office={office} help="duplicates" current={path} title={duplicateText.listTitle} hasForm>
      {done === 'separated' && <Notice role="status">{duplicateText.separated}</Notice>}
      {page.kind === 'wrong' ? (
        <Notice role="alert">{page.text}</Notice>
      ) : (
        <DuplicateList found={page.body} path={path} action={separate} />
      )}
    </OfficePage>
  );
}
