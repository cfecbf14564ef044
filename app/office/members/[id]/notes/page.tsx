import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Panel } from '@/components/office/panel';
import { ShortForm } from '@/components/office/short-form';
import type { OfficeNote } from '@/lib/contract/office-notes';
import { membersText } from '@/lib/messages/office-members';
import { notesText } from '@/lib/messages/office-notes';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office-pages/format-time';
import { officerAccessOf } from '@/lib/office-pages/hidden-fields';
import { readNotes, notePath } from '@/lib/office-pages/read-notes';
import type { ShortFormAction } from '@/lib/office-pages/short-form-state';
import { addNote } from '../../actions';
import { MemberPage, type MemberPageProps } from '../member-page';

export const metadata: Metadata = { title: membersText.title };

export default function NotesPage(props: MemberPageProps) {
  return (
    <MemberPage {...props} section="notes">
      {async ({ office, member, path }) => {
        const notes = await readNotes(office, member.ID);
        if (notes === null) notFound();
        return (
          <MemberNotes
            key={notes.length}
            member={member.ID}
            notes={notes}
            path={path}
            add={officerAccessOf(office.me)?.edits('notes') === false ? null : addNote}
          />
        );
      }}
    </MemberPage>
  );
}

interface Props {
  /** The ID of the membership. */
  member: string;
  notes: readonly OfficeNote[];
  path: string;
  /** null: the person may only read the notes. */
  add: ShortFormAction | null;
}

function MemberNotes({ member, notes, path, add }: Props) {
  return (
    <Panel id="notes" title={notesText.title}>
      <p className="text-sm text-ink-soft">{notesText.intro}</p>
      {notes.length === 0 ? (
        <p>{notesText.none}</p>
      ) : (
        <ol className="grid gap-4">
          {notes.map((note) => (
            <li key={note.ID} className="grid gap-1 border-l-2 border-line pl-3">
              <p className="whitespace-pre-wrap wrap-anywhere">{note.Text}</p>
              <p className="text-sm text-ink-soft">{writtenBy(note)}</p>
              {add !== null && (
                <p>
                  <a
                    href={notePath(member, note.ID)}
                    aria-label={say(notesText.editOne, { start: startOf(note.Text) })}
                    className="inline-flex min-h-8 items-center text-sm text-accent underline"
                  >
                    {notesText.edit}
                  </a>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {add !== null && (
        <ShortForm
          id="note"
          action={add}
          path={path}
          hidden={{ id: member }}
          fields={[{ name: 'text', label: notesText.add, type: 'lines', maxLength: 5000 }]}
          button={notesText.addButton}
        />
      )}
    </Panel>
  );
}

function writtenBy({ WrittenBy, WrittenAt, ChangedBy, ChangedAt }: OfficeNote): string {
  const by = say(notesText.by, { name: WrittenBy.Name ?? notesText.somebody, time: formatTime(WrittenAt) });
  if (ChangedBy === null || ChangedAt === null) return by;
  const name = ChangedBy.Name ?? notesText.somebody;
  return `${by}; ${say(notesText.changed, { name, time: formatTime(ChangedAt) })}`;
}

/** 40 characters are enough to tell notes apart. */
function startOf(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
