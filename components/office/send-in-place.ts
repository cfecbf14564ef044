import { startTransition, type FormEvent } from 'react';

/**
 * Sends a form without React's reset of its inputs. A refused form then keeps the typed text and the chosen files.
 * Without scripts, the form's `action` sends the form.
 */
export function sendInPlace(send: (form: FormData) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The native event of `onSubmit` is a SubmitEvent.
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    startTransition(() => send(form));
  };
}
