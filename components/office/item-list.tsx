import { itemListText, settingsText } from '@/lib/messages/office-settings';
import { settingsPath } from '@/lib/office/read-settings';
import { nameOfItem, type ItemList as List, type SettingItem } from '@/lib/office/settings-form';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';

interface Props {
  list: List;
  items: readonly SettingItem[];
  mayChange: boolean;
}

export function ItemList({ list, items, mayChange }: Props) {
  const { title, add } = itemListText[list];
  return (
    <Panel id={list} title={title}>
      {items.length === 0 && <p className="text-ink-soft">{settingsText.noneYet}</p>}
      <ul data-rows>
        {items.map((item) => (
          <li key={item.ID} className="wrap-anywhere">
            {mayChange ? (
              <a
                href={`${settingsPath}/${list}/${item.ID}`}
                className="inline-block py-1 text-accent underline"
              >
                {nameOfItem(item)}
              </a>
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
