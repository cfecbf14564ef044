import { chapterhouse } from '@/lib/chapterhouse';

/** What the association and the operator decide about every card. Only for the server. */
export function cardOptions(): { carriesMessages: boolean; showsType: boolean } {
  const { config, site } = chapterhouse();
  return { carriesMessages: config.carriesMessages, showsType: site().isTypeHidden !== true };
}
