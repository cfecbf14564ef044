import { officeText } from '@/lib/messages/office';
import { officeHelp, type OfficeHelpTopic } from '@/lib/messages/office-help';

/** How the page works, opened in place. */
export function OfficeHelp({ topic }: { topic: OfficeHelpTopic }) {
  return (
    <details className="max-w-prose print:hidden">
      <summary className="cursor-pointer py-1 text-ink-soft underline">{officeText.help}</summary>
      <p className="pt-2">{withCode(officeHelp[topic].text)}</p>
    </details>
  );
}

/** Every second part was between backticks. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
}
