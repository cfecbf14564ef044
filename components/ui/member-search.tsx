import { fieldStyle, buttonStyle } from './button';

interface Props {
  /** The path of the page that shows the results. */
  path: string;
  label: string;
  hint?: string;
  button: string;
  q: string;
}

export function MemberSearch({ path, label, hint, button, q }: Props) {
  return (
    <form action={path} role="search" className="grid max-w-md gap-1">
      <label htmlFor="member-search" className="text-sm font-medium">
        {label}
      </label>
      {hint !== undefined && (
        <p id="member-search-hint" className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <div className="flex gap-3">
        <input
          id="member-search"
          name="q"
          type="search"
          defaultValue={q}
          aria-describedby={hint === undefined ? undefined : 'member-search-hint'}
          className={fieldStyle}
        />
        <button type="submit" className={buttonStyle('quiet')}>
          {button}
        </button>
      </div>
    </form>
  );
}
