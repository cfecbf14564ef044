import { addDays } from '@/lib/base/clock';
import type { MembershipRecord } from '@/lib/store/schema/records';
import type { MemberStatus } from './field-values';
import type { RowValues } from './row-values';

type Standing = Pick<MembershipRecord, 'isApproved' | 'standing' | 'standingWord' | 'expiryDate'>;

/**
 * What a row says about somebody (docs/decisions.md, M1). A row without a status and without a flag such as `Deceased`
 * changes nothing.
 * @param cells the stored or blank membership, with the values of the row's other columns
 * @param storedDate the stored last day
 * @param inheritsDate the last day is that of the company
 */
export function readStanding(
  values: RowValues,
  {
    cells,
    storedDate,
    inheritsDate,
    today,
  }: { cells: MembershipRecord; storedDate: string | null; inheritsDate: boolean; today: string },
): Standing {
  const { expiryDate, standingWord } = cells;
  const words = [values.get('Status')?.word, values.get('StatusDetail')?.word].filter((word) => word != null);
  const said = {
    expiryDate,
    standingWord: words.length === 0 ? standingWord : [...new Set(words)].join('; '),
  };
  const approved = values.get('Approved');
  const means = meaningOf(values);
  switch (means) {
    case null: {
      const isAdmitted = approved === true && cells.standing === 'applicant';
      const standing = isAdmitted ? 'none' : cells.standing;
      return { ...said, standing, isApproved: standing === 'none' && (approved ?? cells.isApproved) };
    }
    case 'current':
    case 'renewal':
      return { ...said, standing: 'none', isApproved: approved ?? true };
    case 'applicant':
    case 'suspended':
    case 'deceased':
      return { ...said, standing: means, isApproved: false };
    case 'lapsed':
      // The API sees only by the last day that an approved membership has lapsed.
      if (hasPassed(expiryDate, today) && cells.standing === 'none')
        return { ...said, standing: 'none', isApproved: approved ?? true };
      break;
    case 'cancelled':
  }
  const lastDay = inheritsDate ? expiryDate : endedOn([expiryDate, storedDate], today);
  return { ...said, standing: 'cancelled', isApproved: false, expiryDate: lastDay };
}

/** The gravest that one of the columns says comes first. */
const byGravity: readonly MemberStatus[] = [
  'deceased',
  'cancelled',
  'suspended',
  'applicant',
  'lapsed',
  'renewal',
  'current',
];

/** null: the row says nothing. */
export function meaningOf(values: RowValues): MemberStatus | null {
  const found = new Set([values.get('Status')?.means, values.get('StatusDetail')?.means]);
  if (values.get('Deceased') === true) found.add('deceased');
  // An archived contact has not always left: the last day stays as it is.
  if (values.get('Suspended') === true || values.get('Archived') === true) found.add('suspended');
  return byGravity.find((means) => found.has(means)) ?? null;
}

/**
 * The last day of a membership that has ended: the day of the file, else the stored day, if it has passed. Otherwise
 * yesterday, which is then stored, so that the same file does not move it.
 */
function endedOn(days: readonly (string | null)[], today: string): string {
  return days.find((day) => hasPassed(day, today)) ?? addDays(today, -1);
}

function hasPassed(day: string | null, today: string): boolean {
  return day !== null && day < today;
}
