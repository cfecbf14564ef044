import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MemberNotes } from '@/components/office/member-notes';
import { membersText } from '@/lib/messages/office-members';
import { officerAccessOf } from '@/lib/office/hidden-fields';
import { readNotes } from '@/lib/office/read-notes';
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
