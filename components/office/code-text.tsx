/** Shows the parts of a text between backticks as code. */
export function CodeText({ text }: { text: string }) {
  // After the split, every second part was between two backticks.
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
