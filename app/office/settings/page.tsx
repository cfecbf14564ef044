import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { SettingsForm } from '@/components/office/settings-form';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { formatAmount } from '@/lib/base/amount';
import { lookUp } from '@/lib/base/look-up';
import { locale } from '@/lib/messages/locale';
import { officerAccessText, readerAccessText } from '@/lib/messages/office-pages';
import { settingGroupText, settingsText, itemListText } from '@/lib/messages/office-settings';
import { ownRulesText } from '@/lib/messages/own-entry';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { readSettings, settingsPath } from '@/lib/office-pages/read-settings';
import { readNewSynonym, withNewSynonym } from '@/lib/office-pages/new-synonym';
import {
  itemLists,
  itemsOf,
  noSettings,
  readerFields,
  settingFields,
  startOfSettings,
  nameOfItem,
  type ItemList as List,
  type SettingItem,
} from '@/lib/office-pages/settings-form';
import { officerAccessForm, ownEntryForm } from '@/lib/office-pages/level-form';
import { saveOfficerAccess, saveOwnEntryRules, saveReaderAccess, saveSettings } from './actions';
import { Panel } from '@/components/office/panel';
import { mayUse } from '@/lib/office-pages/may-use';

export const metadata: Metadata = { title: settingsText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SettingsPage({ searchParams }: Props) {
  const office = await requireOfficeOrForm(settingsPath);
  if (office.kind === 'kept') {
    return (
      <>
        {[saveSettings, saveOfficerAccess, saveOwnEntryRules, saveReaderAccess].map((action, at) => (
          <KeptForm key={at} action={action} start={noSettings} path={settingsPath} />
        ))}
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
  // Only the office sees the other answers.
  const memberQuestions = settings.Extras.filter(
    (one) => lookUp(one, 'AdminOnly') !== true || lookUp(one, 'MembersOnly') === true,
  );
  const rights = [
    {
      id: 'own-entry',
      text: ownRulesText,
      action: saveOwnEntryRules,
      fields: ownEntryForm.fields(memberQuestions),
      record: ownEntryForm.record(settings),
    },
    {
      id: 'officers',
      text: officerAccessText,
      action: saveOfficerAccess,
      fields: officerAccessForm.fields(settings.Extras),
      record: officerAccessForm.record(settings),
    },
    {
      id: 'readers',
      text: readerAccessText,
      action: saveReaderAccess,
      fields: readerFields,
      record: settings.Settings,
    },
  ];
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
      <nav aria-label={settingsText.parts} className="print:hidden">
        <ul className="flex gap-x-5 overflow-x-auto whitespace-nowrap sm:flex-wrap">
          {[
            ...(mayChange ? linkedGroups : []),
            ...itemLists.map((list) => [list, itemListText[list].title] as const),
            ...(mayChange ? rights.map(({ id, text }) => [id, text.title] as const) : []),
          ].map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-8 items-center text-accent underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
      <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
        {itemLists.map((list) => (
          <ItemList
            key={list}
            list={list}
            items={itemsOf(settings, list)}
            currency={String(lookUp(settings.Settings, 'Currency') ?? '')}
            mayChange={mayChange}
          />
        ))}
      </div>
      {mayChange && (
        <Panel id="rights" title={settingsText.rights}>
          {rights.map(({ id, text, action, fields: shown, record }) => (
            <section
              key={id}
              aria-labelledby={id}
              className="grid gap-2 border-t border-line pt-4 first-of-type:border-0 first-of-type:pt-0"
            >
              <h3 id={id} className="font-semibold">
                {text.title}
              </h3>
              <p className="max-w-prose text-sm text-ink-soft">{text.intro}</p>
              <SettingsForm
                action={action}
                path={settingsPath}
                start={startOfSettings(shown, record, settings.etag)}
                fields={shown}
                prefix={id}
                hidden={{}}
                button={text.save}
                isDense
              />
            </section>
          ))}
        </Panel>
      )}
    </OfficePage>
  );
}

/** The folded parts of the form. A link opens its part. */
const linkedGroups = Object.entries(settingGroupText)
  .slice(1)
  .map(([group, title]) => [`settings-${group}`, title] as const);

/** What members of a type or with an addon pay. The other lists have no prices. */
function Price({ of, currency }: { of: SettingItem; currency: string }) {
  const price = lookUp(of, 'Cost');
  if (typeof price !== 'string' || Number(price) === 0) return null;
  return (
    <span className="whitespace-nowrap text-ink-soft tabular-nums">
      {formatAmount({ amount: price, currency }, locale)}
    </span>
  );
}

interface ItemListProps {
  list: List;
  currency: string;
  items: readonly SettingItem[];
  mayChange: boolean;
}

function ItemList({ list, items, currency, mayChange }: ItemListProps) {
  const { title, add } = itemListText[list];
  return (
    <Panel id={list} title={title}>
      {items.length === 0 && <p className="text-ink-soft">{settingsText.noneYet}</p>}
      <ul data-rows>
        {items.map((item) => (
          <li key={item.ID} className="wrap-anywhere">
            {mayChange ? (
              <span className="flex items-baseline justify-between gap-3">
                <a
                  href={`${settingsPath}/${list}/${item.ID}`}
                  className="inline-block py-1 text-accent underline"
                >
                  {nameOfItem(item)}
                </a>
                <Price of={item} currency={currency} />
              </span>
            ) : (
              nameOfItem(item)
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <p>
          <a href={`${settingsPath}/${list}/new`} className={buttonStyle('quiet')}>
            {add}
          </a>
        </p>
      )}
    </Panel>
  );
}
