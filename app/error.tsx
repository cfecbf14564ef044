'use client';

import { Message } from '@/components/layout/message';
import { buttonStyle } from '@/components/ui/button';
import { say } from '@/lib/messages/say';
import { errorText } from '@/lib/messages/error';

/** Shows no internal details, only the number under which the error was logged. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const text =
    error.digest === undefined ? errorText.textPlain : say(errorText.text, { reference: error.digest });
  return (
    <Message title={errorText.title} text={text}>
      <button type="button" onClick={reset} className={buttonStyle('main')}>
        {errorText.retry}
      </button>
    </Message>
  );
}
