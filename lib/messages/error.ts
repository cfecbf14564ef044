/** The scripts of every page contain this text, so it has a file of its own. */
export const errorText = {
  title: 'Something went wrong',
  text: 'This is a problem on our side. Try again. If it happens again, contact us and give the number {reference}.',
  textPlain: 'This is a problem on our side. Try again in a moment.',
  retry: 'Try again',
  toDirectory: 'Go to the directory',
} as const;
