'use client';

import { useActionState } from 'react';
import { settingsText } from '@/lib/messages/office-settings';
import { say } from '@/lib/messages/say';
import type { RemovalState } from '@/lib/office-pages/item-removal';
import type { ItemList } from '@/lib/office-pages/settings-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { Tick } from '../ui/tick';
import { RefusalNotice } from './refusal-notice';
import { sendInPlace } from './send-in-place';
import { Panel } from './panel';

interface Props {
  action: (state: RemovalState, form: FormData) => Promise<RemovalState>;
  list: ItemList;
  item: string;
  name: string;
  /** The membership types that can replace the removed type. */
  others: readonly (readonly [id: string, name: string])[];
}

/** If members have the item, the form asks what happens to them before it removes the item. */
export function ItemRemoval({ action, list, item, name, others }: Props) {
  const [{ uses, refusal }, send, isSending] = useActionState(action, { uses: null, refusal: null });
  return (
    <Panel id="remove" title={say(settingsText.removeTitle, { name })}>
      <p>{settingsText.removeText}</p>
      <RefusalNotice refusal={refusal} />
      {uses !== null && (
        <Notice role="alert">
          {say(list === 'extras' ? settingsText.inUseExtra : settingsText.inUse, { uses })}
        </Notice>
      )}
      <form action={send} onSubmit={sendInPlace(send)} className="grid max-w-xl gap-3">
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="item" value={item} />
        <input type="hidden" name="name" value={name} />
        {uses !== null && list === 'types' && (
          <label className="grid gap-1">
            <span className="font-medium">{settingsText.replaceWith}</span>
            <select name="replaceWith" required className={fieldStyle}>
              <option value="">{settingsText.choose}</option>
              {others.map(([id, other]) => (
                <option key={id} value={id}>
                  {other}
                </option>
              ))}
            </select>
          </label>
        )}
        {uses !== null && list !== 'types' && (
          <Tick name="takeAway" value="true" required>
            {list === 'extras' ? settingsText.takeAwayExtra : settingsText.takeAway}
          </Tick>
        )}
        <p>
          <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
            {settingsText.remove}
          </button>
        </p>
      </form>
    </Panel>
  );
}
