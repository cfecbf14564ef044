/** A text with code between backticks. */
export function CodeText({ text }: { text: string }) {
  // The text is split at backticks, so every second part was between two of them.
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
