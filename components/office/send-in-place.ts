import { startTransition, type FormEvent } from 'react';

/**
 * Sends a form without the reset of its inputs that React adds, so that what was typed and which files were chosen stays
 * on the page if the form is refused. Without scripts, the form's action sends it.
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
