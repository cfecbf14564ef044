import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { ImportUpload } from '@/components/office/import-upload';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { importText } from '@/lib/messages/office-import';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { formatTime } from '@/lib/office-pages/format-time';
import { formatBytes } from '@/lib/office-pages/read-health';
import { startOfImportForm } from '@/lib/office-pages/import-form';
import { importPath } from '@/lib/office-pages/import-names';
import { readImports } from '@/lib/office-pages/read-imports';
import { uploadFile } from './actions';

export const metadata: Metadata = { title: importText.title };

export default async function ImportPage() {
  const office = await requireOfficeOrForm(importPath);
  if (office.kind === 'kept')
    return <KeptForm action={uploadFile} start={startOfImportForm} path={importPath} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={importPath} />;
  const imports = await readImports(office);
  if (imports === null) notFound();
  return (
    <OfficePage office={office} help="import" current={importPath} title={importText.title} hasForm>
      <p className="max-w-prose">{importText.intro}</p>
      <ImportUpload action={uploadFile} />
      {imports.length > 0 && (
        <Panel id="recent" title={importText.recent}>
          <ul data-rows className="grid gap-2">
            {imports.map(({ ID, Name, UploadedAt, Bytes, State }) => (
              <li key={ID} className="wrap-anywhere">
                <a
                  href={`${importPath}/${ID}`}
                  className="inline-block py-1 font-medium text-accent underline"
                >
                  {Name}
                </a>
                <p className="text-ink-soft">
                  {importText.state[State]}.{' '}
                  {say(importText.uploadedAt, { time: formatTime(UploadedAt), size: formatBytes(Bytes) })}
                </p>
              </li>
            ))}
          </ul>
          <p className="text-sm text-ink-soft">{importText.removedWhen}</p>
        </Panel>
      )}
    </OfficePage>
  );
}
