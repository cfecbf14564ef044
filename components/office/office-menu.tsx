import { appearanceText } from '@/lib/messages/office-appearance';
import { officeText } from '@/lib/messages/office';
import { searchesText } from '@/lib/messages/office-searches';
import type { OfficeMe } from '@/lib/membership-api/office';
import { PageTabs } from '../ui/page-tabs';
import { mayUse } from '@/lib/office/may-use';

export type OfficePath = (typeof entries)[number]['href'];

/** Links to the pages of the office that the role includes. */
export function OfficeMenu({ current, me }: { current: OfficePath; me: OfficeMe }) {
  const pages = entries.filter(({ needs }) => mayUse(me, needs));
  return <PageTabs label={officeText.menu} current={current} pages={pages} />;
}

/** `needs` is the endpoint without which the page would be empty. */
const entries = [
  { href: '/office', text: officeText.start, needs: 'GET me' },
  { href: '/office/members', text: officeText.members, needs: 'GET members' },
  { href: '/office/approvals', text: officeText.approvals, needs: 'GET approvals' },
  { href: '/office/import', text: officeText.import, needs: 'GET imports' },
  { href: '/office/journal', text: officeText.changes, needs: 'GET journal' },
  { href: '/office/notices', text: officeText.notices, needs: 'GET notices' },
  { href: '/office/mails', text: officeText.mails, needs: 'GET mails' },
  { href: '/office/searches', text: searchesText.menu, needs: 'GET searches' },
  { href: '/office/appearance', text: appearanceText.title, needs: 'PATCH settings' },
  { href: '/office/settings', text: officeText.settings, needs: 'GET settings' },
  { href: '/office/sites', text: officeText.sites, needs: 'GET clients' },
  { href: '/office/roles', text: officeText.roles, needs: 'GET roles' },
  { href: '/office/health', text: officeText.health, needs: 'GET health' },
] as const;
