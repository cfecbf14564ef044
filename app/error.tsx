'use client';

import { Message } from '@/components/layout/message';
import { buttonStyle } from '@/components/ui/button';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';

/** What a visitor sees when a page failed: nothing of the inside, and the number under which it was logged. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const text =
    error.digest === undefined
      ? siteText.errorTextPlain
      : say(siteText.errorText, { reference: error.digest });
  return (
    <Message title={siteText.errorTitle} text={text}>
      <button type="button" onClick={reset} className={buttonStyle('main')}>
        {siteText.retry}
      </button>
    </Message>
  );
}
