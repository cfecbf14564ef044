/** A browser's own field for a date makes the year 26 out of a typed `26`. The page then shows the day that is meant. */
export function typedDay(text: string): string {
  return text.replace(/^00(?=\d\d-\d\d-\d\d$)/, '20');
}
