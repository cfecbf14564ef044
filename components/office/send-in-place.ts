import { startTransition, type FormEvent } from 'react';

/**
 * Sends a form without React's reset of its inputs. If the form is refused, the typed text and the chosen files are
 * still on the page. Without scripts, the form's action sends it.
 */
export function sendInPlace(send: (form: FormData) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The event of a submission.
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    startTransition(() => send(form));
  };
}
