import { chapterhouse } from '@/lib/chapterhouse';
import { formatInstant, formatShortInstant } from '@/lib/messages/format-instant';

/** "23 November 2026 at 2:05 pm", in the association's time zone. */
export function formatTime(text: string): string {
  return formatInstant(new Date(text), chapterhouse().site().timeZone);
}

/** "23 Nov 2026, 2:05 pm", in the association's time zone. */
export function formatShortTime(text: string): string {
  return formatShortInstant(new Date(text), chapterhouse().site().timeZone);
}
