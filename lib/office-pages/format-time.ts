import { chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/base/clock';
import { formatClockInstant, formatDay, formatInstant, formatShortInstant } from '@/lib/messages/format';

/** "23 November 2026 at 2:05 pm", in the association's time zone. */
export function formatTime(text: string): string {
  return formatInstant(new Date(text), chapterhouse().site().timeZone);
}

/** "23 Nov 2026, 2:05 pm", in the association's time zone. */
export function formatShortTime(text: string): string {
  return formatShortInstant(new Date(text), chapterhouse().site().timeZone);
}

/** "23 November 2026", in the association's time zone. */
export function dayOfTime(text: string): string {
  return formatDay(dateInZone(new Date(text), chapterhouse().site().timeZone));
}

/** "2:05 pm", in the association's time zone. */
export function formatClock(text: string): string {
  return formatClockInstant(new Date(text), chapterhouse().site().timeZone);
}
