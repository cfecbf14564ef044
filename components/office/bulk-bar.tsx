import { bulkText } from '@/lib/messages/office-bulk';
import { choiceText } from '@/lib/office/bulk-form';
import type { BulkChoice } from '@/lib/office/bulk-state';
import { givenFilters, type MembersView } from '@/lib/office/members-view';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';

interface Props {
  view: MembersView;
  choices: readonly BulkChoice[];
}

/** This fieldset is part of the form that contains the members' checkboxes. */
export function BulkBar({ view, choices }: Props) {
  return (
    <fieldset className="flex flex-wrap items-end gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 print:hidden">
      <legend className="px-1 font-medium">{bulkText.selected}</legend>
      {givenFilters(view).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="grid min-w-56 gap-1">
        <span className="text-sm font-medium">{bulkText.what}</span>
        <select name="do" required defaultValue="" className={fieldStyle}>
          <option value="">{bulkText.choose}</option>
          {choices.map((one) => (
            <option key={one} value={one}>
              {choiceText(one)}
            </option>
          ))}
        </select>
      </label>
      <div className="py-1.5">
        <Tick name="all" value="yes">
          {bulkText.all}
        </Tick>
      </div>
      <button type="submit" className={buttonStyle('quiet')}>
        {bulkText.next}
      </button>
    </fieldset>
  );
}
