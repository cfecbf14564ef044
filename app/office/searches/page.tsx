import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { MissedSearchList } from '@/components/office/missed-search-list';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { missedSearchesSchema } from '@/lib/contract/missed-searches';
import { searchesText } from '@/lib/messages/office-pages';
import { requireOffice } from '@/lib/office-pages/current-office';
import { mayUse } from '@/lib/office-pages/may-use';
import { readOffice } from '@/lib/office-pages/read-office';

const path = '/office/searches';

export const metadata: Metadata = { title: searchesText.title };

export default async function SearchesPage() {
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const page = await readOffice(office, 'searches', missedSearchesSchema);
  if (page.kind === 'unavailable') return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  return (
    <OfficePage office={office} help="searches" current={path} title={searchesText.title}>
      {page.kind === 'wrong' ? (
        <Notice role="alert">{page.text}</Notice>
      ) : (
        <MissedSearchList found={page.body} mayAddSynonyms={mayUse(office.me, 'PATCH settings')} />
      )}
    </OfficePage>
  );
}
