import { buttonStyle } from '../ui/button';

interface Props {
  /** The action that the server runs when this button sends the form. */
  intent: string;
  text: string;
  isSending?: boolean;
}

export function IntentButton({ intent, text, isSending = false }: Props) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      aria-disabled={isSending}
      className={buttonStyle('quiet')}
    >
      {text}
    </button>
  );
}
