import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { KeptForm } from '@/components/office/kept-form';
import { Panel } from '@/components/office/panel';
import { ShortForm } from '@/components/office/short-form';
import { membersText } from '@/lib/messages/office-members';
import { notesText } from '@/lib/messages/office-notes';
import { say } from '@/lib/messages/say';
import { notePath, readNotes } from '@/lib/office-pages/read-notes';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { MemberTask } from '../../member-task';
import { deleteNote, saveNote } from './actions';

export const metadata: Metadata = { title: membersText.title };

export default async function NotePage({ params }: { params: Promise<{ id: string; note: string }> }) {
  const { id, note: noteId } = await params;
  const path = notePath(id, noteId);
  const hidden = { id, note: noteId };
  return (
    <MemberTask
      id={id}
      path={path}
      help="note"
      titleFor={(name) => say(notesText.editTitle, { name })}
      kept={
        <>
          <KeptForm action={saveNote} start={emptyShortForm} path={path} />
          <KeptForm action={deleteNote} start={emptyShortForm} path={path} />
        </>
      }
    >
      {async ({ office }) => {
        const note = (await readNotes(office, id))?.find(({ ID }) => ID === noteId);
        if (note === undefined) notFound();
        return (
          <>
            <ShortForm
              id="note"
              action={saveNote}
              path={path}
              hidden={{ ...hidden, etag: note.Tag }}
              fields={[
                { name: 'text', label: notesText.text, type: 'lines', maxLength: 5000, value: note.Text },
              ]}
              button={notesText.save}
              style="main"
            />
            <Panel id="delete" title={notesText.deleteTitle}>
              <p>{notesText.deleteIntro}</p>
              <ShortForm
                id="delete"
                action={deleteNote}
                path={path}
                hidden={hidden}
                button={notesText.delete}
              />
            </Panel>
          </>
        );
      }}
    </MemberTask>
  );
}
