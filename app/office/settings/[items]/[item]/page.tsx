import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { ItemRemoval } from '@/components/office/item-removal';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { SettingsForm } from '@/components/office/settings-form';
import { itemListText, settingsText } from '@/lib/messages/office-settings';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import { readSettings, settingsPath } from '@/lib/office/read-settings';
import {
  isItemList,
  itemFields,
  itemsOf,
  nameOfItem,
  newItem,
  noSettings,
  startOfSettings,
} from '@/lib/office/settings-form';
import { removeSettingsItem, saveItem } from '../../actions';
import { mayUse } from '@/lib/office/may-use';

export const metadata: Metadata = { title: settingsText.title };

interface Props {
  params: Promise<{ items: string; item: string }>;
}

/** If the ID is `new`, this is the form for an item that does not exist yet. */
export default async function SettingsItemPage({ params }: Props) {
  const { items: list, item: id } = await params;
  const path = `${settingsPath}/${list}/${id}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={saveItem} start={noSettings} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const settings = await readSettings(office);
  if (settings === null || !mayUse(office.me, 'PATCH settings') || !isItemList(list)) notFound();
  const items = itemsOf(settings, list);
  const item = id === 'new' ? newItem[list] : items.find(({ ID }) => ID === id);
  if (item === undefined) notFound();
  const isNew = id === 'new';
  const name = nameOfItem(item);
  const fields = itemFields(list, settings.Extras);
  return (
    <OfficePage
      office={office}
      help="settings"
      current={settingsPath}
      title={isNew ? itemListText[list].add : name}
      hasForm
    >
      <p>
        <a href={settingsPath} className="text-accent underline">
          {settingsText.back}
        </a>
      </p>
      <section
        aria-label={itemListText[list].one}
        className="rounded-xl border border-line bg-surface p-4 sm:p-5"
      >
        <SettingsForm
          action={saveItem}
          path={path}
          start={startOfSettings(fields, item, settings.etag)}
          fields={fields}
          prefix={list}
          hidden={{ list, item: isNew ? '' : id }}
          button={isNew ? settingsText.add : settingsText.save}
        />
      </section>
      {!isNew && (
        <ItemRemoval
          action={removeSettingsItem}
          list={list}
          item={id}
          name={name}
          others={items.filter(({ ID }) => ID !== id).map((other) => [other.ID, nameOfItem(other)])}
        />
      )}
    </OfficePage>
  );
}
