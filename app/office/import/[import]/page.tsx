import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { ImportForm } from '@/components/office/import-form';
import { ImportPreview } from '@/components/office/import-preview';
import { ImportProgress } from '@/components/office/import-progress';
import { ImportResult } from '@/components/office/import-result';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { OpenDirectory } from '@/components/office/open-directory';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { importText } from '@/lib/messages/office-import';
import { openDirectoryText } from '@/lib/messages/office-open-directory';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { formatTime } from '@/lib/office-pages/format-time';
import { mayUse } from '@/lib/office-pages/may-use';
import { formatBytes } from '@/lib/office-pages/read-health';
import { startOfImportForm } from '@/lib/office-pages/import-form';
import { importPath } from '@/lib/office-pages/import-names';
import { readImport } from '@/lib/office-pages/read-imports';
import { readImported } from '@/lib/office-pages/read-imported';
import { openDirectory } from '../../actions';
import { removeImport, sendImport, stopImport } from '../actions';

export const metadata: Metadata = { title: importText.title };

interface Props {
  params: Promise<{ import: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OneImportPage({ params, searchParams }: Props) {
  const { import: id } = await params;
  const path = `${importPath}/${id}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={sendImport} start={startOfImportForm} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const found = await readImport(office, id);
  if (found === null) notFound();
  const { State: state, Progress: progress } = found;
  const { changed } = await searchParams;
  const isClosed = chapterhouse().site().isDirectoryClosed === true;
  return (
    <OfficePage office={office} help="import" current={importPath} title={found.Name} hasForm>
      <p className="text-ink-soft">
        {say(importText.uploadedAt, { time: formatTime(found.UploadedAt), size: formatBytes(found.Bytes) })}
        {' · '}
        <a href={importPath} className="text-accent underline">
          {importText.back}
        </a>
      </p>
      {state === 'stopped' && <Notice role="status">{importText.stopped}</Notice>}
      {state === 'failed' && <Notice role="alert">{importText.failed}</Notice>}
      {state === 'uploaded' && <Notice role="status">{importText.waiting}</Notice>}
      {changed === '1' && state === 'checked' && <Notice role="status">{importText.changed}</Notice>}
      {progress !== null && (
        <ImportProgress
          id={found.ID}
          title={state === 'checking' ? importText.checking : importText.importing}
          progress={progress}
          stop={stopImport}
        />
      )}
      {state === 'imported' && found.Report !== null && (
        <ImportResult
          id={found.ID}
          report={found.Report}
          imported={await readImported(office, found.Report.RunID ?? '')}
          remove={removeImport}
        />
      )}
      {isClosed && state === 'checked' && <Notice>{openDirectoryText.inPreview}</Notice>}
      {isClosed && state === 'imported' && (
        <OpenDirectory open={mayUse(office.me, 'PATCH settings') ? openDirectory : null} />
      )}
      {progress === null && state !== 'imported' && (
        <ImportForm
          key={JSON.stringify(found.Settings)}
          action={sendImport}
          path={path}
          remove={removeImport}
          found={found}
        >
          {found.Report !== null && <ImportPreview report={found.Report} settings={found.Settings} />}
        </ImportForm>
      )}
    </OfficePage>
  );
}
