import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { AppearancePreview } from '@/components/office/appearance-preview';
import { AppearanceSave } from '@/components/office/appearance-save';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { chapterhouse } from '@/lib/chapterhouse';
import { appearanceText } from '@/lib/messages/office-appearance';
import { lookUp } from '@/lib/base/look-up';
import {
  addressOf,
  appearancePath,
  appearanceProblems,
  previewPath,
  readAppearance,
  withAppearance,
} from '@/lib/office-pages/appearance-form';
import { requireOffice } from '@/lib/office-pages/current-office';
import { mayUse } from '@/lib/office-pages/may-use';
import { saveAppearance } from '../actions';

export const metadata: Metadata = { title: appearanceText.previewTitle };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AppearancePreviewPage({ searchParams }: Props) {
  const query = await searchParams;
  const values = readAppearance((name) => lookUp(query, name));
  const office = await requireOffice(addressOf(previewPath, values));
  if (office.kind !== 'office') return <ClosedOffice office={office} path={appearancePath} />;
  if (!mayUse(office.me, 'PATCH settings')) notFound();
  if (appearanceProblems(values).length > 0) redirect(addressOf(appearancePath, values));
  return (
    <OfficePage
      office={office}
      help={null}
      current={appearancePath}
      title={appearanceText.previewTitle}
      hasForm
    >
      <AppearanceSave action={saveAppearance} values={values} back={addressOf(appearancePath, values)} />
      <AppearancePreview site={withAppearance(chapterhouse().site(), values)} />
    </OfficePage>
  );
}
