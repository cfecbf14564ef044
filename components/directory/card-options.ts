import { chapterhouse } from '@/lib/chapterhouse';
import type { CardOptions } from './member-card';

/** Only for the server. */
export function cardOptions(): CardOptions {
  const { config, site } = chapterhouse();
  const { isTypeHidden, cardQuestions = [] } = site();
  return {
    carriesMessages: config.carriesMessages,
    showsType: isTypeHidden !== true,
    questions: cardQuestions,
  };
}
