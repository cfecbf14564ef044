import { chapterhouse } from '@/lib/chapterhouse';
import { accountText } from '@/lib/messages/account';
import { PageTabs } from '../ui/page-tabs';

export function AccountMenu({ current }: { current: (typeof entries)[number]['href'] }) {
  const hasSignIns = chapterhouse().ownSignIns !== null;
  const shown = entries.filter(({ href }) => hasSignIns || !ofOwnService.includes(href));
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
