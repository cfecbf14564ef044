import { withArticle, type Noun } from '@/lib/base/noun';
import { landingText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';

/** The heading of the home page, for an association that has not written its own heading. */
export function defaultHeading({ one }: Noun): string {
  return say(landingText.listHeading, { aNoun: withArticle(one) });
}
