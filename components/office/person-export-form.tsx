import { personalDataText } from '@/lib/messages/office-personal-data';
import { buttonStyle } from '../ui/button';
import { FormatChoice } from './format-choice';
import { Panel } from './panel';

export function PersonExportForm({ path }: { path: string }) {
  return (
    <Panel id="export" title={personalDataText.exportTitle}>
      <p className="max-w-prose">{personalDataText.exportText}</p>
      <form method="post" action={`${path}/file`} className="grid gap-3">
        <FormatChoice
          legend={personalDataText.exportFormat}
          formats={[
            { value: 'html', text: personalDataText.html },
            { value: 'json', text: personalDataText.json },
          ]}
        />
        <p>
          <button type="submit" className={buttonStyle('quiet')}>
            {personalDataText.exportButton}
          </button>
        </p>
      </form>
    </Panel>
  );
}
