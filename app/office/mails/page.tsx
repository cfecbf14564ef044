import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { MailList } from '@/components/office/mail-list';
import { MailSettings } from '@/components/office/mail-settings';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { mailSettingsSchema, officeMailsSchema } from '@/lib/contract/office-mails';
import { mailsText } from '@/lib/messages/office-mails';
import { requireOffice } from '@/lib/office-pages/current-office';
import { mailsPath, readMailsAddress, toMailsQuery } from '@/lib/office-pages/mails-address';
import { readOffice } from '@/lib/office-pages/read-office';
import { sendTest } from './actions';

export const metadata: Metadata = { title: mailsText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function MailsPage({ searchParams }: Props) {
  const filter = readMailsAddress(await searchParams);
  const office = await requireOffice(mailsPath);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={mailsPath} />;
  const page = await readOffice(office, `mails?${toMailsQuery(filter)}`, officeMailsSchema);
  const settings = await readOffice(office, 'mail-settings', mailSettingsSchema);
  if (page.kind === 'unavailable' || settings.kind !== 'read')
    return <ClosedOffice office={{ kind: 'unavailable' }} path={mailsPath} />;
  return (
    <OfficePage office={office} help="mails" current={mailsPath} title={mailsText.title}>
      <MailSettings settings={settings.body} test={sendTest} />
      {page.kind === 'wrong' ? (
        <Notice role="alert">{page.text}</Notice>
      ) : (
        <MailList page={page.body} filter={filter} />
      )}
    </OfficePage>
  );
}
