import type { Metadata } from 'next';
import { BackToMember } from '@/components/office/back-to-member';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { ShortForm } from '@/components/office/short-form';
import { membersText } from '@/lib/messages/office-members';
import { notesText } from '@/lib/messages/office-notes';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { nameOfMember, requireMember } from '@/lib/office-pages/read-member';
import { notePath, readNotes } from '@/lib/office-pages/read-notes';
import { membersPath } from '@/lib/office-pages/members-view';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { deleteNote, saveNote } from './actions';

export const metadata: Metadata = { title: membersText.title };

export default async function NotePage({ params }: { params: Promise<{ id: string; note: string }> }) {
  const { id, note: noteId } = await params;
  const path = notePath(id, noteId);
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') {
    return (
      <>
        <KeptForm action={saveNote} start={emptyShortForm} path={path} />
        <KeptForm action={deleteNote} start={emptyShortForm} path={path} />
      </>
    );
  }
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const { member } = await requireMember(office, id);
  const note = (await readNotes(office, id))?.find(({ ID }) => ID === noteId);
  if (note === undefined) notFound();
  const name = nameOfMember(member);
  const hidden = { id, note: noteId };
  return (
    <OfficePage
      office={office}
      help="note"
      current={membersPath}
      title={say(notesText.editTitle, { name })}
      hasForm
    >
      <BackToMember id={id} name={name} />
      <ShortForm
        id="note"
        action={saveNote}
        path={path}
        hidden={{ ...hidden, etag: note.Tag }}
        fields={[{ name: 'text', label: notesText.text, type: 'lines', maxLength: 5000, value: note.Text }]}
        button={notesText.save}
        style="main"
      />
      <Panel id="delete" title={notesText.deleteTitle}>
        <p>{notesText.deleteIntro}</p>
        <ShortForm id="delete" action={deleteNote} path={path} hidden={hidden} button={notesText.delete} />
      </Panel>
    </OfficePage>
  );
}
