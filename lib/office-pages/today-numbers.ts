import type { Today } from '@/lib/contract/office-today';
import { todayText } from '@/lib/messages/office-pages';
import { say } from '@/lib/messages/say';

/** What is most urgent comes first. */
const numbers = [
  ['Waiting', todayText.waiting],
  ['Proposed', todayText.proposed],
  ['Ending', todayText.ending],
  ['Ended', todayText.ended],
  ['Leaving', todayText.leaving],
  ['Owed', todayText.owed],
  ['FailedMails', todayText.failedMails],
  ['WaitingMails', todayText.waitingMails],
  ['WithoutEmail', todayText.withoutEmail],
  ['WithoutLocation', todayText.withoutLocation],
] as const;

interface TodayNumber {
  name: string;
  /** The path of the list after `/office/`. null: the person may not see the list. */
  list: string | null;
  text: string;
}

/** Only numbers above zero that the person may see. `nothing`: the sentence to show if there are none. */
export function todayNumbers(today: Today): { shown: TodayNumber[]; nothing: string | null } {
  const counted = numbers.map(([name, text]) => ({
    name,
    text,
    ...(today[name] ?? { Count: 0, List: null }),
  }));
  const shown = counted.flatMap(({ name, text, Count: count, List: list }) =>
    count === null || count === 0 ? [] : [{ name, list, text: say(text, { count }) }],
  );
  const isPartHidden = counted.some(({ Count }) => Count === null);
  const nothing = isPartHidden ? todayText.nothingSeen : todayText.nothing;
  return { shown, nothing: shown.length === 0 ? nothing : null };
}
