import { lookUp } from '@/lib/base/look-up';
import { familyText } from '@/lib/messages/office-family';
import { say } from '@/lib/messages/say';
import { inputOf, rowLabels, rowParts, type SubMemberRow } from '@/lib/office-pages/sub-member-rows';
import { buttonStyle, fieldStyle } from '../ui/button';
import { fieldGroupStyle } from './field-group';

interface Props {
  rows: readonly SubMemberRow[];
  problems: Readonly<Record<string, string>>;
}

export function SubMemberRows({ rows, problems }: Props) {
  return (
    <fieldset className={fieldGroupStyle}>
      <legend className="px-1 text-lg font-semibold">{familyText.subMembersOfNew}</legend>
      <p className="mb-3 max-w-prose text-ink-soft">{familyText.subMembersOfNewIntro}</p>
      <div className="grid gap-4">
        {rows.map((row, at) => (
          <fieldset key={at} className="min-w-0">
            <legend className="text-sm font-semibold">
              {say(familyText.subMemberRow, { number: at + 1 })}
            </legend>
            <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
              {rowParts.map((part) => {
                const name = inputOf(at, part);
                const id = `field-${name.replaceAll('.', '-')}`;
                const problem = lookUp(problems, name);
                return (
                  <div key={part} className="grid content-start gap-1">
                    <label htmlFor={id} className="text-sm font-medium">
                      {rowLabels[part]}
                    </label>
                    <input
                      id={id}
                      name={name}
                      type={part === 'email' ? 'email' : 'text'}
                      defaultValue={row[part]}
                      autoComplete="off"
                      aria-invalid={problem === undefined ? undefined : true}
                      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
                      className={fieldStyle}
                    />
                    {problem !== undefined && (
                      <p id={`${id}-problem`} className="text-sm font-medium text-warn">
                        {problem}
                      </p>
                    )}
                  </div>
                );
              })}
            </div>
          </fieldset>
        ))}
        <p>
          <button type="submit" name="do" value="rows" className={buttonStyle('quiet')}>
            {familyText.moreRows}
          </button>
        </p>
      </div>
    </fieldset>
  );
}
