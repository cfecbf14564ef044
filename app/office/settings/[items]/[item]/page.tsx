import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { ItemRemoval } from '@/components/office/item-removal';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { SettingsForm } from '@/components/office/settings-form';
import { itemListText, settingsText } from '@/lib/messages/office-settings';
import { sayAround } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import type { Office } from '@/lib/office-pages/find-office';
import { readMembersView, toMembersAddress } from '@/lib/office-pages/members-view';
import { readExactCount } from '@/lib/office-pages/read-members';
import { readSettings, settingsPath } from '@/lib/office-pages/read-settings';
import {
  isItemList,
  itemFields,
  itemsOf,
  nameOfItem,
  newItem,
  noSettings,
  startOfSettings,
} from '@/lib/office-pages/settings-form';
import { removeSettingsItem, saveItem } from '../../actions';
import { mayUse } from '@/lib/office-pages/may-use';

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
          notes={list === 'types' && !isNew ? { Cost: <PriceConcerns office={office} type={id} /> } : {}}
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

/** A new price changes no amount that is owed (`withPrice` in lib/office/write-member.ts). */
async function PriceConcerns({ office, type }: { office: Office; type: string }) {
  const lists = [
    [settingsText.priceCurrent, { status: 'financial,expiring,outstanding' }],
    [settingsText.priceOwing, { owedFrom: '0.01' }],
  ] as const;
  const counted = await Promise.all(
    lists.map(async ([text, filter]) => {
      const view = readMembersView({ type, approved: 'true', ...filter });
      const count = (await readExactCount(office, view)) ?? 0;
      return { ...sayAround(text, { count }), href: toMembersAddress(view) };
    }),
  );
  return (
    <div className="text-sm text-ink-soft">
      <p className="font-medium">{settingsText.priceTitle}</p>
      <ul className="list-disc pl-5">
        <li>{settingsText.priceNew}</li>
        {counted.map(({ before, within, after, href }) => (
          <li key={href}>
            {before}
            <a href={href} className="text-accent underline">
              {within}
            </a>
            {after}
          </li>
        ))}
        <li>{settingsText.priceSites}</li>
      </ul>
    </div>
  );
}
