import type { SignedIn } from '@/lib/account/current-member';
import { accountText, notAvailableText } from '@/lib/messages/account';
import { Notice } from '../ui/notice';
import { SignOutButton } from './sign-out-button';

interface Props {
  kind: Exclude<SignedIn['kind'], 'member'>;
  /** The address and heading of the page that this component replaces. */
  path: string;
  title: string;
}

/** Replaces a member's data if the API does not provide the data. */
export function NotAvailable({ kind, path, title }: Props) {
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <Notice>
        <p className="font-medium">{notAvailableText[kind].title}</p>
        <p>{notAvailableText[kind].advice}</p>
      </Notice>
      <div className="flex flex-wrap items-center gap-4">
        <a href={path} className="text-accent underline">
          {accountText.tryAgain}
        </a>
        <SignOutButton />
      </div>
    </div>
  );
}
