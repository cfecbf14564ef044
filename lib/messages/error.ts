/** Text of the error pages and of the way out of them: every page loads it with its scripts, so it stands apart. */
export const errorText = {
  title: 'Something went wrong here',
  text: 'It is not your doing. Please try again; if it stays so, tell us the number {reference}.',
  textPlain: 'It is not your doing. Please try again in a moment.',
  retry: 'Try again',
  toDirectory: 'Go to the directory',
} as const;
