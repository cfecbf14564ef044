import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { officePagesSchema } from '@/lib/contract/member-pages';
import { officePagesText } from '@/lib/messages/member-pages';
import { requireOffice } from '@/lib/office-pages/current-office';
import { nameOfAudience, pagesPath } from '@/lib/office-pages/page-form';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { readOffice } from '@/lib/office-pages/read-office';

export const metadata: Metadata = { title: officePagesText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PagesPage({ searchParams }: Props) {
  const office = await requireOffice(pagesPath);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={pagesPath} />;
  const read = await readOffice(office, 'pages', officePagesSchema);
  if (read.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={pagesPath} />;
  const structure = await readOfficeStructure(office.api);
  const { done } = await searchParams;
  const { Pages: pages } = read.body;
  return (
    <OfficePage office={office} help="pages" current={pagesPath} title={officePagesText.title}>
      {done === 'removed' && <Notice role="status">{officePagesText.removed}</Notice>}
      <p className="max-w-prose text-ink-soft">
        {pages.length === 0 ? officePagesText.none : officePagesText.intro}
      </p>
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {pages.map(({ ID, Title, Audience }) => (
          <li key={ID} className="py-2 wrap-anywhere">
            <a
              href={`${pagesPath}/${ID}`}
              className="inline-flex min-h-9 items-center font-medium text-accent underline"
            >
              {Title}
            </a>
            <p className="text-sm text-ink-soft">{nameOfAudience(Audience, structure)}</p>
          </li>
        ))}
      </ul>
      <p>
        <a href={`${pagesPath}/new`} className={buttonStyle('main')}>
          {officePagesText.add}
        </a>
      </p>
    </OfficePage>
  );
}
