import { forMembersText } from '@/lib/messages/for-members';
import { sayAround } from '@/lib/messages/say';
import { Notice } from '../ui/notice';
import { AccountMenu } from './account-menu';

/** Replaces a page for members if the person has no membership that is valid today. */
export function NotAMember({ title }: { title: string }) {
  const { before, within, after } = sayAround(forMembersText.refused);
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <AccountMenu current="/members-only" />
      <Notice>
        {before}
        <a href="/account" className="underline">
          {within}
        </a>
        {after}
      </Notice>
    </div>
  );
}
