import type { ReactNode } from 'react';
import { officeText, roleText } from '@/lib/messages/office';
import { say } from '@/lib/messages/say';
import type { OfficeHelpTopic } from '@/lib/messages/office-help';
import type { Office } from '@/lib/office/find-office';
import { SessionWatch } from '../account/session-watch';
import { SignOutButton } from '../account/sign-out-button';
import { OfficeHelp } from './office-help';
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
    <div className="grid gap-6">
      <SessionWatch waitsForSignOut={hasForm} />
      <div className="flex flex-wrap items-end">
        <div className="grow">
          <OfficeMenu current={current} me={me} />
        </div>
        <div className="flex grow flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1 xl:justify-end print:hidden">
          <p className="text-ink-soft">{say(officeText.signedInAs, { name, role: roleText[me.Role] })}</p>
          <div className="flex flex-wrap gap-3">
            <OfficeKeys pages={officePages(me).map(({ href, text, key }) => ({ href, text, key }))} />
            <SignOutButton />
          </div>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
        {actions}
      </div>
      {help !== null && <OfficeHelp topic={help} />}
      {children}
    </div>
  );
}
