import { chapterhouse } from '@/lib/chapterhouse';
import { accountText } from '@/lib/messages/account';
import { readMemberPages } from '@/lib/office-pages/own-entry';
import { PageTabs } from '../ui/page-tabs';

/** “For members” is there only if it has something for this member to read or to find. */
export async function AccountMenu({ current }: { current: (typeof entries)[number]['href'] }) {
  const hasSignIns = chapterhouse().ownSignIns !== null;
  const forMembers = await readMemberPages();
  const isEmpty = forMembers === null || (forMembers.Pages.length === 0 && !forMembers.HasMembers);
  const shown = entries.filter(
    ({ href }) =>
      href === current ||
      ((hasSignIns || !ofOwnService.includes(href)) && !(isEmpty && href === '/members-only')),
  );
  return <PageTabs label={accountText.menu} current={current} pages={shown} />;
}

const entries = [
  { href: '/account', text: accountText.memberships },
  { href: '/account/public-entry', text: accountText.publicEntry },
  { href: '/account/details', text: accountText.ownDetails },
  { href: '/account/card', text: accountText.card },
  { href: '/account/devices', text: accountText.devices },
  { href: '/account/sites', text: accountText.sites },
  { href: '/account/privacy', text: accountText.privacy },
  { href: '/members-only', text: accountText.forMembers },
] as const;

/** These pages need endpoints that another site's API does not have. */
const ofOwnService: readonly string[] = [
  '/account/details',
  '/account/devices',
  '/account/sites',
  '/account/privacy',
];
