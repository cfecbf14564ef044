import { personalDataText } from '@/lib/messages/office-personal-data';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';

/** Downloads everything that is held about a person. @param path the page's address */
export function PersonExportForm({ path }: { path: string }) {
  return (
    <Panel id="export" title={personalDataText.exportTitle}>
      <p className="max-w-prose">{personalDataText.exportText}</p>
      <form method="post" action={`${path}/file`} className="grid gap-3">
        <fieldset>
          <legend className="font-medium">{personalDataText.exportFormat}</legend>
          {(['html', 'json'] as const).map((format) => (
            <label key={format} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="format"
                value={format}
                defaultChecked={format === 'html'}
                className="size-5"
              />
              {personalDataText[format]}
            </label>
          ))}
        </fieldset>
        <p>
          <button type="submit" className={buttonStyle('quiet')}>
            {personalDataText.exportButton}
          </button>
        </p>
      </form>
    </Panel>
  );
}
