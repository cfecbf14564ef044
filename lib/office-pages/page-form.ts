import type { OfficeStructure } from '@/lib/contract/office';
import { audienceNames } from '@/lib/messages/member-pages';
import { say } from '@/lib/messages/say';
import type { PublicHtml } from '@/lib/base/public-html';
import { emptyShortForm, type ShortFormState } from './short-form-state';

export const pagesPath = '/office/pages';

export interface PageFormState extends ShortFormState {
  /** The text as members will see it. null: nobody asked for it, or there is nothing to read. */
  preview: PublicHtml | null;
}

export const emptyPageForm: PageFormState = { ...emptyShortForm, preview: null };

/** The audiences that a page can have. */
export function audiencesOf({ MembershipTypes, Chapters }: OfficeStructure) {
  return [
    { ID: 'members', Name: audienceNames.members },
    { ID: 'committee', Name: audienceNames.committee },
    ...MembershipTypes.map(({ ID, Name }) => ({
      ID: `type ${ID}`,
      Name: say(audienceNames.type, { name: Name }),
    })),
    ...Chapters.map(({ ID, Name }) => ({
      ID: `chapter ${ID}`,
      Name: say(audienceNames.chapter, { name: Name }),
    })),
    ...Chapters.map(({ ID, Name }) => ({
      ID: `committee ${ID}`,
      Name: say(audienceNames['committee of'], { name: Name }),
    })),
  ];
}

export function nameOfAudience(audience: string, structure: OfficeStructure): string {
  return audiencesOf(structure).find(({ ID }) => ID === audience)?.Name ?? audienceNames.nobody;
}
