import { buttonStyle } from '../ui/button';

interface Props {
  /** The action that the form requests when this button sends it. */
  intent: string;
  text: string;
  isSending?: boolean;
}

/** One of several buttons that send the same form. */
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
