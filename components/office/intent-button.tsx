import { buttonStyle } from '../ui/button';

interface Props {
  /** The action that the server runs when this button sends the form. */
  intent: string;
  text: string;
  isSending?: boolean;
  /** Whether the button looks like a link. */
  isLink?: boolean;
}

export function IntentButton({ intent, text, isSending = false, isLink = false }: Props) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      aria-disabled={isSending}
      className={isLink ? 'min-h-7 text-accent underline' : buttonStyle('quiet')}
    >
      {text}
    </button>
  );
}
