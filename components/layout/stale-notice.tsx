import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';
import { Notice } from '../ui/notice';
import { timeOf, type FreshnessProps } from './freshness';

/** This notice is above every page while the API is down and the directory uses older data. */
export function StaleNotice({ loadedAt, timeZone, now }: FreshnessProps) {
  return (
    <div className="mx-auto w-full max-w-[90rem] px-4 pt-4 sm:px-6">
      <Notice role="status">
        {loadedAt === null
          ? siteText.dataNone
          : say(siteText.dataStale, { time: timeOf(loadedAt, timeZone, now) })}
      </Notice>
    </div>
  );
}
