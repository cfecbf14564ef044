/** A text with code between backticks. */
export function CodeText({ text }: { text: string }) {
  // Every second part was between backticks.
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
