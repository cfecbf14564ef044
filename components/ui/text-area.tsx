'use client';

import { useSyncExternalStore, type ComponentProps } from 'react';
import { fieldStyle } from './button';

type Props = ComponentProps<'textarea'> & { id: string; name: string };

const never = () => () => {};

/**
 * A textarea that keeps what was typed and selected before the scripts had loaded. When React takes over a page, it
 * sets only textareas back to their first text. All other fields keep their content.
 */
export function TextArea({ className = '', ...props }: Props) {
  const isTakingOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  if (isTakingOver) keepText(props.id);
  return <textarea {...props} className={`${fieldStyle} py-2 ${className}`} />;
}

/**
 * React assigns the first text to the field when it takes over the page, and at each update. Makes the field ignore
 * this, because otherwise the typed text and the selection would be lost. Does nothing on the server.
 */
function keepText(id: string): void {
  if (typeof document === 'undefined') return;
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement)) return;
  const native = HTMLTextAreaElement.prototype;
  Object.defineProperty(field, 'defaultValue', {
    configurable: true,
    get: () => Reflect.get(native, 'defaultValue', field),
    set: (text) => text === field.textContent || Reflect.set(native, 'defaultValue', text, field),
  });
  // React assigns no empty text. React assigns a value only once, and then follows the value through a property that
  // React itself defines.
  if (field.textContent === '') return;
  Object.defineProperty(field, 'value', {
    configurable: true,
    get: () => Reflect.get(native, 'value', field),
    set: () => Reflect.deleteProperty(field, 'value'),
  });
}
