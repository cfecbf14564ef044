import { buttonStyle, fieldStyle } from '@/components/ui/button';
import { verifyText } from '@/lib/messages/account';

interface Props {
  /** What somebody typed, if it is not a code. */
  wrong?: string;
}

/** Asks for the code of a membership card, for people who cannot scan its QR code. */
export function CodeForm({ wrong }: Props) {
  const isWrong = wrong !== undefined;
  return (
    <form method="get" action="/verify" className="grid gap-3">
      <div className="grid gap-1">
        <label htmlFor="card-code" className="font-medium">
          {verifyText.code}
        </label>
        <p
          id="card-code-hint"
          className={isWrong ? 'text-sm font-medium text-warn' : 'text-sm text-ink-soft'}
        >
          {isWrong ? verifyText.codeWrong : verifyText.codeHint}
        </p>
        <input
          id="card-code"
          name="code"
          required
          defaultValue={wrong}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          aria-describedby="card-code-hint"
          aria-invalid={isWrong || undefined}
          className={`font-mono ${fieldStyle}`}
        />
      </div>
      <button type="submit" className={buttonStyle('main')}>
        {verifyText.check}
      </button>
    </form>
  );
}
