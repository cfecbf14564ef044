import { chapterhouse } from '@/lib/chapterhouse';
import { officeText } from '@/lib/messages/office';
import { say } from '@/lib/messages/say';
import type { OpenOffice } from '@/lib/office-pages/current-office';
import { SignOutButton } from '../account/sign-out-button';
import { Message } from '../layout/message';
import { Notice } from '../ui/notice';

interface Props {
  office: Exclude<OpenOffice, { kind: 'office' }>;
  /** The path of the page that this component replaces. */
  path: string;
}

/** Replaces a page of the office if the members are managed at another site or the API does not respond. */
export function ClosedOffice({ office, path }: Props) {
  if (office.kind === 'remote') {
    const text = say(officeText.remote, { association: chapterhouse().site().name, host: office.host });
    return <Message title={officeText.remoteTitle} text={text} />;
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <h1 className="text-3xl font-semibold tracking-tight">{officeText.title}</h1>
      <Notice>
        <p className="font-medium">{officeText.unavailable}</p>
        <p>{officeText.unavailableAdvice}</p>
      </Notice>
      <div className="flex flex-wrap items-center gap-4">
        <a href={path} className="text-accent underline">
          {officeText.tryAgain}
        </a>
        <SignOutButton />
      </div>
    </div>
  );
}
