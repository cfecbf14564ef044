import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { ShortForm } from '@/components/office/short-form';
import { Notice } from '@/components/ui/notice';
import { lookUp } from '@/lib/base/look-up';
import { officePageSchema } from '@/lib/contract/member-pages';
import { memberPagesText, officePagesText } from '@/lib/messages/member-pages';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { audiencesOf, emptyPageForm, nameOfAudience, pagesPath } from '@/lib/office-pages/page-form';
import { formatBytes } from '@/lib/office-pages/read-health';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { readOffice } from '@/lib/office-pages/read-office';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { addFile, removeFile, removePage, savePage } from '../actions';
import { FileForm, PageForm } from '../page-form';

export const metadata: Metadata = { title: officePagesText.title };

interface Props {
  params: Promise<{ page: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const outcomes = {
  added: officePagesText.added,
  saved: officePagesText.saved,
  'file-added': officePagesText.fileAdded,
  'file-removed': officePagesText.fileRemoved,
};

/** The address `/office/pages/new` is a new page. */
export default async function EditPage({ params, searchParams }: Props) {
  const { page: id } = await params;
  const path = `${pagesPath}/${encodeURIComponent(id)}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') {
    return (
      <>
        <KeptForm action={savePage} start={emptyPageForm} path={path} />
        {[addFile, removeFile, removePage].map((action, at) => (
          <KeptForm key={at} action={action} start={emptyShortForm} path={path} />
        ))}
      </>
    );
  }
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const isNew = id === 'new';
  const read = await readOffice(
    office,
    isNew ? 'pages' : `pages/${encodeURIComponent(id)}`,
    isNew ? officePageSchema.partial() : officePageSchema,
  );
  if (read.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  const { Title = '', Text = '', Audience = 'members', Files = [], Tag = '' } = read.body;
  const structure = await readOfficeStructure(office.api);
  const known = audiencesOf(structure);
  const audiences = known.some((one) => one.ID === Audience)
    ? known
    : [{ ID: Audience, Name: nameOfAudience(Audience, structure) }, ...known];
  const done = lookUp<string>(outcomes, String((await searchParams)['done']));
  return (
    <OfficePage
      office={office}
      help="pages"
      current={pagesPath}
      title={isNew ? officePagesText.add : say(officePagesText.editTitle, { title: Title })}
      hasForm
    >
      {done !== undefined && <Notice role="status">{done}</Notice>}
      <p>
        <a href={pagesPath} className="text-accent underline">
          {officePagesText.back}
        </a>
      </p>
      <PageForm
        key={Tag}
        action={savePage}
        path={path}
        hidden={isNew ? { key: randomUUID() } : { id, etag: Tag }}
        values={{ title: Title, audience: Audience, text: Text }}
        audiences={audiences}
      />
      {!isNew && (
        <>
          <Panel id="files" title={officePagesText.files}>
            <p className="max-w-prose">{officePagesText.filesHint}</p>
            <ul className="grid gap-3">
              {Files.map(({ ID, Name, Bytes }) => (
                <li key={ID} className="flex flex-wrap items-center justify-between gap-3 wrap-anywhere">
                  {say(memberPagesText.download, { name: Name, size: formatBytes(Bytes) })}
                  <ShortForm
                    id={`file-${ID}`}
                    action={removeFile}
                    path={path}
                    hidden={{ id, file: ID }}
                    button={say(officePagesText.removeFile, { name: Name })}
                  />
                </li>
              ))}
            </ul>
            <FileForm action={addFile} path={path} id={id} />
          </Panel>
          <Panel id="remove" title={officePagesText.remove}>
            <p className="max-w-prose">{officePagesText.removeIntro}</p>
            <ShortForm
              id="remove"
              action={removePage}
              path={path}
              hidden={{ id }}
              button={officePagesText.remove}
            />
          </Panel>
        </>
      )}
    </OfficePage>
  );
}
