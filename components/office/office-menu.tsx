import { appearanceText } from '@/lib/messages/office-appearance';
import { officeText } from '@/lib/messages/office';
import { searchesText } from '@/lib/messages/office-searches';
import type { OfficeMe } from '@/lib/membership-api/office';
import { PageTabs } from '../ui/page-tabs';
import { mayUse } from '@/lib/office/may-use';

export type OfficePath = (typeof entries)[number]['href'];

export function OfficeMenu({ current, me }: { current: OfficePath; me: OfficeMe }) {
  return <PageTabs label={officeText.menu} current={current} pages={officePages(me)} />;
}

export function officePages(me: OfficeMe) {
  return entries.filter(({ needs }) => mayUse(me, needs));
}

/**
 * `needs` is the endpoint that a page reads or writes. If a role is not allowed to use the endpoint, the page would be
 * empty. So the menu leaves out the page.
 */
const entries = [
  { href: '/office', text: officeText.start, key: 't', needs: 'GET me' },
  { href: '/office/members', text: officeText.members, key: 'm', needs: 'GET members' },
  { href: '/office/approvals', text: officeText.approvals, key: 'a', needs: 'GET approvals' },
  { href: '/office/import', text: officeText.import, key: 'i', needs: 'GET imports' },
  { href: '/office/journal', text: officeText.changes, key: 'j', needs: 'GET journal' },
  { href: '/office/notices', text: officeText.notices, key: 'r', needs: 'GET notices' },
  { href: '/office/mails', text: officeText.mails, key: 'e', needs: 'GET mails' },
  { href: '/office/searches', text: searchesText.menu, key: 'w', needs: 'GET searches' },
  { href: '/office/appearance', text: appearanceText.title, key: 'p', needs: 'PATCH settings' },
  { href: '/office/settings', text: officeText.settings, key: 's', needs: 'GET settings' },
  { href: '/office/sites', text: officeText.sites, key: 'o', needs: 'GET clients' },
  { href: '/office/roles', text: officeText.roles, key: 'l', needs: 'GET roles' },
  { href: '/office/health', text: officeText.health, key: 'h', needs: 'GET health' },
] as const;
