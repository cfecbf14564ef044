import { appearanceText } from '@/lib/messages/office-appearance';
import { approvalText, searchesText } from '@/lib/messages/office-pages';
import { duplicateText } from '@/lib/messages/office-duplicates';
import { officePagesText } from '@/lib/messages/member-pages';
import { officeMenuText, officeText } from '@/lib/messages/office';
import type { OfficeMe } from '@/lib/contract/office';
import { mayUse } from '@/lib/office-pages/may-use';
import { buttonStyle } from '../ui/button';

type Entry = (typeof groups)[number]['pages'][number];
export type OfficePath = Entry['href'];

interface Props {
  current: OfficePath;
  me: OfficeMe;
}

/** Beside the page on a wide screen, and behind one button on a narrow one. */
export function OfficeMenu(props: Props) {
  return (
    <>
      <details name="office" className="relative lg:hidden">
        <summary className={buttonStyle('quiet')}>
          <span aria-hidden="true">☰</span> {officeMenuText.button}
        </summary>
        <div className="absolute left-0 top-full z-20 mt-1 w-64 rounded-xl border border-line bg-surface p-3 shadow-lg">
          <MenuPages {...props} />
        </div>
      </details>
      <div className="w-full max-lg:hidden">
        <MenuPages {...props} />
      </div>
    </>
  );
}

function MenuPages({ current, me }: Props) {
  return (
    <nav aria-label={officeText.menu} className="grid gap-3">
      {groups.map(({ name, pages }) => {
        const open = pages.filter(({ needs }) => mayUse(me, needs));
        if (open.length === 0) return null;
        return (
          <div key={name}>
            {name !== '' && <p className="px-3 pb-1 text-sm text-ink-soft">{name}</p>}
            <ul>
              {open.map(({ href, text }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={href === current ? 'page' : undefined}
                    className="flex min-h-9 items-center rounded-lg px-3 font-medium text-ink no-underline hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent max-lg:min-h-11"
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

export function officePages(me: OfficeMe): Entry[] {
  return groups.flatMap(({ pages }) => pages.filter(({ needs }) => mayUse(me, needs)));
}

/**
 * `needs` is the endpoint that a page reads or writes. If a role is not allowed to use the endpoint, the page would be
 * empty. So the menu leaves out the page.
 */
const groups = [
  { name: '', pages: [{ href: '/office', text: officeText.start, key: 't', needs: 'GET me' }] },
  {
    name: officeMenuText.membership,
    pages: [
      { href: '/office/members', text: officeText.members, key: 'm', needs: 'GET members' },
      { href: '/office/applications', text: approvalText.title, key: 'a', needs: 'GET approvals' },
      { href: '/office/duplicates', text: duplicateText.menu, key: 'd', needs: 'GET duplicates' },
      { href: '/office/import', text: officeText.import, key: 'i', needs: 'GET imports' },
    ],
  },
  {
    name: officeMenuText.messages,
    pages: [
      { href: '/office/notices', text: officeText.notices, key: 'r', needs: 'GET notices' },
      { href: '/office/mails', text: officeText.mails, key: 'e', needs: 'GET mails' },
      { href: '/office/pages', text: officePagesText.menu, key: 'g', needs: 'GET pages' },
    ],
  },
  {
    name: officeMenuText.directory,
    pages: [
      { href: '/office/appearance', text: appearanceText.title, key: 'p', needs: 'PATCH settings' },
      { href: '/office/searches', text: searchesText.menu, key: 'w', needs: 'GET searches' },
    ],
  },
  {
    name: officeMenuText.connections,
    pages: [
      { href: '/office/sites', text: officeText.sites, key: 'o', needs: 'GET clients' },
      { href: '/office/webhooks', text: officeText.webhooks, key: 'b', needs: 'GET webhooks' },
    ],
  },
  {
    name: officeMenuText.association,
    pages: [
      { href: '/office/settings', text: officeText.settings, key: 's', needs: 'GET settings' },
      { href: '/office/roles', text: officeText.roles, key: 'l', needs: 'GET roles' },
      { href: '/office/journal', text: officeText.changes, key: 'j', needs: 'GET journal' },
      { href: '/office/health', text: officeText.health, key: 'h', needs: 'GET health' },
    ],
  },
] as const;
