import { shortlistText } from '@/lib/messages/shortlist';
import { say } from '@/lib/messages/say';

/** public/shortlist.js sets whether the star is pressed. Without scripts, the star is hidden (globals.css). */
export function ShortlistButton({ id, name }: { id: string; name: string }) {
  return (
    <button
      type="button"
      data-shortlist={id}
      data-shortlist-full={shortlistText.full}
      data-shortlist-blocked={shortlistText.blocked}
      aria-pressed="false"
      aria-label={say(shortlistText.addName, { name })}
      // public/shortlist.js sets aria-pressed, perhaps before React starts.
      suppressHydrationWarning
      className="minor group/star"
    >
      <span aria-hidden="true" className="group-aria-pressed/star:hidden">
        ☆
      </span>
      <span aria-hidden="true" className="hidden group-aria-pressed/star:inline">
        ★
      </span>
      {shortlistText.add}
    </button>
  );
}
