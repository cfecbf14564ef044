import type { ReactNode } from 'react';
import { officeText, roleText } from '@/lib/messages/office';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';
import { type OfficeHelpTopic, officeHelp } from '@/lib/messages/office-pages';
import type { Office } from '@/lib/office-pages/find-office';
import { CodeText } from './code-text';
import { UnsavedWarning } from './unsaved-warning';
import { SessionWatch } from '../account/session-watch';
import { SignOutButton } from '../account/sign-out-button';
import { OfficeKeys } from './office-keys';
import { OfficeMenu, officePages, type OfficePath } from './office-menu';

interface Props {
  office: Office;
  current: OfficePath;
  title: string;
  /** The topic of “How this works”. null: the page has no such text. */
  help: OfficeHelpTopic | null;
  actions?: ReactNode;
  /** Whether the page has a form. Such a page stays open after the session has ended, so that nothing typed is lost. */
  hasForm?: boolean;
  children: ReactNode;
}

export function OfficePage({ office, current, title, help, actions, hasForm = false, children }: Props) {
  const { name, me } = office;
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <SessionWatch waitsForSignOut={hasForm} />
      <UnsavedWarning />
      <div className="flex items-start justify-between gap-3 lg:flex-col lg:justify-start lg:self-start lg:[@media(min-height:50rem)]:sticky lg:[@media(min-height:50rem)]:top-4 print:hidden">
        <OfficeMenu current={current} me={me} />
        <div className="flex items-start gap-2 lg:w-full lg:flex-col lg:border-t lg:border-line lg:pt-3">
          {/* The menu, this and the help have one name, so that opening one closes the others. */}
          <details name="office" className="relative">
            <summary className="flex min-h-11 cursor-pointer items-center text-ink-soft lg:px-3">
              {say(officeText.signedInAs, { name, role: roleText[me.Role] })}
              <span aria-hidden="true" className="pl-1">
                ▾
              </span>
            </summary>
            <div className="absolute right-0 top-full z-20 grid w-48 gap-2 rounded-xl border border-line bg-surface p-3 shadow-lg lg:bottom-full lg:left-0 lg:top-auto">
              <a href="/account" className="flex min-h-11 items-center text-accent underline">
                {siteText.account}
              </a>
              <SignOutButton />
            </div>
          </details>
          <div className="max-sm:hidden">
            <OfficeKeys pages={officePages(me).map(({ href, text, key }) => ({ href, text, key }))} />
          </div>
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 sm:gap-5">
        <div className="relative flex flex-wrap items-center gap-3">
          <h1 className="text-3xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
          {help !== null && <OfficeHelp topic={help} />}
          {actions !== undefined && <div className="ml-auto">{actions}</div>}
        </div>
        {children}
      </div>
    </div>
  );
}

function OfficeHelp({ topic }: { topic: OfficeHelpTopic }) {
  return (
    <details name="office" className="print:hidden">
      <summary className="flex size-9 list-none items-center justify-center rounded-full border border-line-strong font-medium text-ink-soft hover:border-accent hover:text-accent">
        <span aria-hidden="true">?</span>
        <span className="sr-only">{officeText.help}</span>
      </summary>
      {/* Its position is that of the line with the title, so that it is as wide as the page. */}
      <p className="absolute inset-x-0 top-full z-20 mt-2 max-w-prose rounded-xl border border-line bg-surface p-4 shadow-lg">
        <CodeText text={officeHelp[topic].text} />
      </p>
    </details>
  );
}
