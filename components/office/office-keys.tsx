'use client';

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { keysText } from '@/lib/messages/office-keys';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';

interface Props {
  /** The pages of the menu. `key` opens a page when it is pressed after `g`. */
  pages: readonly { href: string; text: string; key: string }[];
}

/** Single keys can be switched off (WCAG 2.1.4). */
export function OfficeKeys({ pages }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const usesKeys = useSyncExternalStore(subscribe, readsKeys, () => true);
  /** The `timeStamp` of the last press of `g`, in milliseconds. */
  const wentAt = useRef(-goMs);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || dialog.current?.open === true) return;
    const form = formOf(event.target);
    if (event.key === 's' && (event.ctrlKey || event.metaKey) && !event.altKey && form !== null) {
      event.preventDefault();
      form.requestSubmit();
      return;
    }
    if (!usesKeys || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isAfterGo = event.timeStamp - wentAt.current < goMs;
    wentAt.current = event.key === 'g' && !isAfterGo ? event.timeStamp : -goMs;
    const page = isAfterGo ? pages.find(({ key }) => key === event.key) : undefined;
    if (page !== undefined) location.assign(page.href);
    else if (event.key === '?') dialog.current?.showModal();
    else if (!act(event.key)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const keys = [
    ...ownKeys,
    ...pages.map(({ key, text }) => ({
      key: say(keysText.then, { first: 'g', second: key }),
      text: say(keysText.go, { page: text }),
    })),
  ];
  return (
    <>
      <button
        type="button"
        className={`${buttonStyle('quiet')} needs-scripts`}
        aria-haspopup="dialog"
        aria-keyshortcuts={usesKeys ? '?' : undefined}
        onClick={() => dialog.current?.showModal()}
      >
        {keysText.button}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="keys-title"
        className="m-auto w-full max-w-xl rounded-xl border border-line bg-surface p-6 text-ink backdrop:bg-black/50"
      >
        <h2 id="keys-title" className="text-xl font-semibold">
          {keysText.title}
        </h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 py-4">
          {keys.map(({ key, text }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-line-strong px-2 font-mono text-sm">{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <label className="flex min-h-9 items-center gap-3">
          <input
            type="checkbox"
            checked={usesKeys}
            onChange={({ target }) => storeUse(target.checked)}
            aria-describedby="keys-hint"
            className="size-5 shrink-0"
          />
          {keysText.use}
        </label>
        <p id="keys-hint" className="pb-4 text-sm text-ink-soft">
          {keysText.useHint}
        </p>
        <button type="button" className={buttonStyle('main')} onClick={() => dialog.current?.close()}>
          {keysText.close}
        </button>
      </dialog>
    </>
  );
}

const ownKeys = [
  { key: '?', text: keysText.list },
  { key: '/', text: keysText.search },
  { key: 'j', text: keysText.next },
  { key: 'k', text: keysText.previous },
  // The browser handles Enter: it opens the link that has the focus.
  { key: 'Enter', text: keysText.open },
  { key: 'x', text: keysText.select },
  { key: 'e', text: keysText.edit },
  { key: 'Ctrl + S', text: keysText.save },
];

const goMs = 2_000;

/** @returns whether the key has an effect on this page */
function act(key: string): boolean {
  switch (key) {
    case '/':
      return search();
    case 'j':
      return moveBy(1);
    case 'k':
      return moveBy(-1);
    case 'x':
      return select();
    case 'e':
      return edit();
    default:
      return false;
  }
}

/**
 * Moves the focus to the first field of the page's main form (`data-edits`). If the page has no main form, moves it to
 * the first field of any form.
 */
function edit(): boolean {
  const fields = ':is(input:not([type=hidden]), select, textarea)';
  const all = document.querySelectorAll<HTMLElement>(`main form:not([role=search]) ${fields}`);
  const shown = [...all].filter((field) => field.checkVisibility());
  return focus(shown.find((field) => field.closest('form[data-edits]') !== null) ?? shown[0] ?? null);
}

function search(): boolean {
  if (!focus(document.querySelector('main input[type=search]'))) location.assign('/office/members');
  return true;
}

const anyRow = '[data-rows] > *';

/** The first link of each row, or what opens the row. */
function rowLinks(): HTMLElement[] {
  const rows = [...document.querySelectorAll<HTMLElement>(`main ${anyRow}`)];
  return rows.flatMap((row) => row.querySelector<HTMLElement>('a[href], summary') ?? []);
}

function moveBy(step: number): boolean {
  const links = rowLinks();
  const row = document.activeElement?.closest(anyRow) ?? null;
  const at = links.findIndex((link) => link.closest(anyRow) === row);
  return focus(links[at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step] ?? null);
}

function select(): boolean {
  const box =
    document.activeElement?.closest(anyRow)?.querySelector<HTMLElement>('input[type=checkbox]') ?? null;
  box?.click();
  return box !== null;
}

function focus(element: HTMLElement | null): boolean {
  element?.focus();
  return element !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isText =
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return isText || target.isContentEditable || target.matches('textarea, select');
}

/**
 * Returns the form for editing a member, if the focus is in it. A keyboard shortcut sends this form. Other forms may
 * erase or undo something, so they have no shortcut.
 */
function formOf(target: EventTarget | null): HTMLFormElement | null {
  return target instanceof Element ? target.closest<HTMLFormElement>('form[data-edits]') : null;
}

const storedAt = 'office-keys';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readsKeys(): boolean {
  try {
    return localStorage.getItem(storedAt) !== 'off';
  } catch {
    // The browser blocks storage, so nothing can be read. The keys are then on.
    return true;
  }
}

function storeUse(isOn: boolean): void {
  try {
    localStorage.setItem(storedAt, isOn ? 'on' : 'off');
  } catch {
    // The browser blocks storage, so the keys stay on.
  }
  for (const listener of listeners) listener();
}
