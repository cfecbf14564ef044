import { sitesText } from '@/lib/messages/office-sites';
import { say } from '@/lib/messages/say';
import { softwareList, type Software } from '@/lib/office/site-settings';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Panel } from './panel';

interface Props {
  software: Software | null;
  /** What somebody typed as the site's address. */
  typed: string;
  isWrong: boolean;
}

/** Asks which software a new site is and where, so that the form below can be filled in. */
export function SoftwareChoice({ software, typed, isWrong }: Props) {
  return (
    <Panel id="choose" title={sitesText.chooseTitle}>
      {software === null || isWrong ? (
        <p>{sitesText.chooseText}</p>
      ) : (
        <p role="status">{say(sitesText.chosen, { software: software.name })}</p>
      )}
      <form method="get" className="grid gap-4">
        <div className="grid gap-1">
          <label htmlFor="site-software" className="font-medium">
            {sitesText.softwareLabel}
          </label>
          <select id="site-software" name="software" defaultValue={software?.id ?? ''} className={fieldStyle}>
            <option value="">{sitesText.noSoftware}</option>
            {softwareList.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="grid gap-1">
          <label htmlFor="site-at" className="font-medium">
            {sitesText.at}
          </label>
          <p id="site-at-hint" className={isWrong ? 'text-sm text-warn' : 'text-sm text-ink-soft'}>
            {isWrong ? sitesText.atWrong : sitesText.atHint}
          </p>
          <input
            id="site-at"
            name="at"
            defaultValue={typed}
            inputMode="url"
            autoComplete="off"
            aria-describedby="site-at-hint"
            aria-invalid={isWrong || undefined}
            className={fieldStyle}
          />
        </div>
        <p>
          <button type="submit" className={buttonStyle('quiet')}>
            {sitesText.fill}
          </button>
        </p>
      </form>
    </Panel>
  );
}
