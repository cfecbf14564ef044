import type { OfficeChange } from '@/lib/membership-api/office-journal';
import { journalText } from '@/lib/messages/office-journal';
import { fieldName, showValue } from '@/lib/office/show-change';

export function ChangeValues({ change }: { change: OfficeChange }) {
  const isRemoved = change.Operation === 'removed';
  const values = change.Values.filter(({ Before }) => !isRemoved || !isEmpty(Before));
  if (values.length === 0) return null;
  return (
    <table className="w-full table-fixed border-collapse text-left text-sm">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="py-1 pr-3 font-medium">
            {journalText.field}
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            {isRemoved ? journalText.removedValue : journalText.before}
          </th>
          {!isRemoved && (
            <th scope="col" className="py-1 font-medium">
              {journalText.after}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {values.map(({ Field, Before, After }) => (
          <tr key={Field} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-3 font-normal wrap-anywhere text-ink-soft">
              {fieldName(Field)}
            </th>
            <td className="py-1 pr-3 wrap-anywhere">{showValue(Before)}</td>
            {!isRemoved && <td className="py-1 wrap-anywhere">{showValue(After)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}
