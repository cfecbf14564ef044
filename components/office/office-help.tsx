import { officeText } from '@/lib/messages/office';
import { officeHelp, type OfficeHelpTopic } from '@/lib/messages/office-help';
import { CodeText } from './code-text';

export function OfficeHelp({ topic }: { topic: OfficeHelpTopic }) {
  return (
    <details className="max-w-prose print:hidden">
      <summary className="cursor-pointer py-1 text-ink-soft underline">{officeText.help}</summary>
      <p className="pt-2">
        <CodeText text={officeHelp[topic].text} />
      </p>
    </details>
  );
}
