import { officeText } from '@/lib/messages/office';
import { officeHelp, type OfficeHelpTopic } from '@/lib/messages/office-help';
import { CodeText } from './code-text';

export function OfficeHelp({ topic }: { topic: OfficeHelpTopic }) {
  return (
    <details name="office" className="print:hidden">
      <summary className="flex size-9 list-none items-center justify-center rounded-full border border-line-strong font-medium text-ink-soft hover:border-accent hover:text-accent">
        <span aria-hidden="true">?</span>
        <span className="sr-only">{officeText.help}</span>
      </summary>
      {/* Its position is that of the line with the title, so that it is as wide as the page. */}
      <p className="absolute inset-x-0 top-full z-20 mt-2 max-w-prose rounded-xl border border-line bg-surface p-4 shadow-lg">
        <CodeText text={officeHelp[topic].text} />
      </p>
    </details>
  );
}
