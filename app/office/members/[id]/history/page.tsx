import type { Metadata } from 'next';
import { MemberHistory } from '@/components/office/member-history';
import { membersText } from '@/lib/messages/office-members';
import { readHistory } from '@/lib/office-pages/read-member';
import { MemberPage, type MemberPageProps } from '../member-page';

export const metadata: Metadata = { title: membersText.title };

export default function HistoryPage(props: MemberPageProps) {
  return (
    <MemberPage {...props} section="history">
      {async ({ office, member }) => (
        <MemberHistory changes={await readHistory(office, member.ID)} me={office.me} />
      )}
    </MemberPage>
  );
}
