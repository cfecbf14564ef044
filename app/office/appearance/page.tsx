import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AppearanceForm } from '@/components/office/appearance-form';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { lookUp } from '@/lib/base/look-up';
import { appearanceText } from '@/lib/messages/office-appearance';
import { appearancePath, readAppearance, startOfAppearance } from '@/lib/office-pages/appearance-form';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { mayUse } from '@/lib/office-pages/may-use';
import { readSettings } from '@/lib/office-pages/read-settings';
import { previewAppearance } from './actions';

export const metadata: Metadata = { title: appearanceText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AppearancePage({ searchParams }: Props) {
  const office = await requireOfficeOrForm(appearancePath);
  if (office.kind === 'kept') {
    const start = startOfAppearance(readAppearance(() => ''));
    return <KeptForm action={previewAppearance} start={start} path={appearancePath} />;
  }
  if (office.kind !== 'office') return <ClosedOffice office={office} path={appearancePath} />;
  const settings = await readSettings(office);
  if (settings === null) notFound();
  const query = await searchParams;
  // After the preview, the query contains the values that the preview showed.
  const source = query['Font'] === undefined ? settings.Settings : query;
  return (
    <OfficePage
      office={office}
      help="appearance"
      current={appearancePath}
      title={appearanceText.title}
      hasForm
    >
      {query['done'] === 'saved' && <Notice role="status">{appearanceText.saved}</Notice>}
      {mayUse(office.me, 'PATCH settings') ? (
        <>
          <p className="max-w-prose">{appearanceText.intro}</p>
          <AppearanceForm
            action={previewAppearance}
            start={startOfAppearance(readAppearance((name) => lookUp(source, name)))}
            path={appearancePath}
            organisationId={chapterhouse().site().organisationId}
          />
        </>
      ) : (
        <p>{appearanceText.readOnly}</p>
      )}
    </OfficePage>
  );
}
