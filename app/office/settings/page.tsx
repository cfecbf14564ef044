import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { ItemList } from '@/components/office/item-list';
import { OfficePage } from '@/components/office/office-page';
import { SettingsForm } from '@/components/office/settings-form';
import { Notice } from '@/components/ui/notice';
import { lookUp } from '@/lib/look-up';
import { officerAccessText, readerAccessText } from '@/lib/messages/office-officers';
import { settingsText } from '@/lib/messages/office-settings';
import { ownRulesText } from '@/lib/messages/own-entry';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import { readSettings, settingsPath } from '@/lib/office/read-settings';
import { readNewSynonym, withNewSynonym } from '@/lib/office/new-synonym';
import {
  itemLists,
  itemsOf,
  noSettings,
  readerFields,
  settingFields,
  startOfSettings,
} from '@/lib/office/settings-form';
import { officerAccessForm, ownEntryForm } from '@/lib/office/level-form';
import { saveOfficerAccess, saveOwnEntryRules, saveReaderAccess, saveSettings } from './actions';
import { Panel } from '@/components/office/panel';
import { mayUse } from '@/lib/office/may-use';

export const metadata: Metadata = { title: settingsText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SettingsPage({ searchParams }: Props) {
  const office = await requireOfficeOrForm(settingsPath);
  if (office.kind === 'kept') {
    return (
      <>
        <KeptForm action={saveSettings} start={noSettings} path={settingsPath} />
        <KeptForm action={saveOfficerAccess} start={noSettings} path={settingsPath} />
        <KeptForm action={saveOwnEntryRules} start={noSettings} path={settingsPath} />
        <KeptForm action={saveReaderAccess} start={noSettings} path={settingsPath} />
      </>
    );
  }
  if (office.kind !== 'office') return <ClosedOffice office={office} path={settingsPath} />;
  const settings = await readSettings(office);
  if (settings === null) notFound();
  const sent = await searchParams;
  const { done, name } = sent;
  const newSynonym = readNewSynonym(sent);
  const mayChange = mayUse(office.me, 'PATCH settings');
  const fields = settingFields();
  const officerFields = officerAccessForm.fields(settings.Extras);
  // Only the office sees the other answers.
  const ownFields = ownEntryForm.fields(
    settings.Extras.filter((one) => lookUp(one, 'AdminOnly') !== true || lookUp(one, 'MembersOnly') === true),
  );
  return (
    <OfficePage
      office={office}
      help="settings"
      current={settingsPath}
      title={settingsText.title}
      hasForm={mayChange}
    >
      {done === 'saved' && <Notice role="status">{settingsText.saved}</Notice>}
      {done === 'officers' && <Notice role="status">{settingsText.savedOfficers}</Notice>}
      {done === 'own-entry' && <Notice role="status">{ownRulesText.saved}</Notice>}
      {done === 'readers' && <Notice role="status">{settingsText.savedReaders}</Notice>}
      {done === 'removed' && typeof name === 'string' && (
        <Notice role="status">{say(settingsText.removed, { name })}</Notice>
      )}
      {mayChange && newSynonym !== null && (
        <Notice role="status">{say(settingsText.newSynonym, { word: newSynonym })}</Notice>
      )}
      {!mayChange && <p>{settingsText.readOnly}</p>}
      <Panel id="general" title={settingsText.general}>
        {mayChange ? (
          <SettingsForm
            action={saveSettings}
            path={settingsPath}
            start={withNewSynonym(startOfSettings(fields, settings.Settings, settings.etag), newSynonym)}
            fields={fields}
            prefix="settings"
            hidden={{}}
            button={settingsText.save}
          />
        ) : (
          <p className="text-xl">{String(lookUp(settings.Settings, 'Name') ?? '')}</p>
        )}
      </Panel>
      {mayChange && (
        <Panel id="own-entry" title={ownRulesText.title}>
          <p className="max-w-prose">{ownRulesText.intro}</p>
          <SettingsForm
            action={saveOwnEntryRules}
            path={settingsPath}
            start={startOfSettings(ownFields, ownEntryForm.record(settings), settings.etag)}
            fields={ownFields}
            prefix="own-entry"
            hidden={{}}
            button={ownRulesText.save}
          />
        </Panel>
      )}
      {mayChange && (
        <Panel id="officers" title={officerAccessText.title}>
          <p className="max-w-prose">{officerAccessText.intro}</p>
          <SettingsForm
            action={saveOfficerAccess}
            path={settingsPath}
            start={startOfSettings(officerFields, officerAccessForm.record(settings), settings.etag)}
            fields={officerFields}
            prefix="officers"
            hidden={{}}
            button={officerAccessText.save}
          />
        </Panel>
      )}
      {mayChange && (
        <Panel id="readers" title={readerAccessText.title}>
          <p className="max-w-prose">{readerAccessText.intro}</p>
          <SettingsForm
            action={saveReaderAccess}
            path={settingsPath}
            start={startOfSettings(readerFields, settings.Settings, settings.etag)}
            fields={readerFields}
            prefix="readers"
            hidden={{}}
            button={readerAccessText.save}
          />
        </Panel>
      )}
      <div className="grid gap-6 md:grid-cols-2">
        {itemLists.map((list) => (
          <ItemList key={list} list={list} items={itemsOf(settings, list)} mayChange={mayChange} />
        ))}
      </div>
    </OfficePage>
  );
}
