import { chapterhouse } from '@/lib/chapterhouse';
import { removedText } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { SignOutButton } from './sign-out-button';

/** Replaces every page for members if the person no longer has a membership or a role. */
export function RemovedAccount() {
  const app = chapterhouse();
  const association = app.site().name;
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <h1 className="text-3xl font-semibold tracking-tight">{say(removedText.title, { association })}</h1>
      <p>{say(removedText.text, { association })}</p>
      <p>{removedText.mayStill}</p>
      <ul className="list-disc pl-5">
        {removedText.rights.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-4">
        {app.ownData !== null && (
          <a href="/account/privacy/data" className={buttonStyle('main')}>
            {removedText.ownData}
          </a>
        )}
        <SignOutButton />
      </div>
    </div>
  );
}
