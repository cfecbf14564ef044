'use client';

import { useSyncExternalStore, type ComponentProps } from 'react';
import { fieldStyle } from './button';

type Props = ComponentProps<'textarea'> & { id: string; name: string };

const never = () => () => {};

/**
 * A textarea that keeps the text and selection from before the scripts had loaded. During hydration, React resets a
 * textarea to its first text. React does not reset other fields.
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
 * During hydration and at each update, React assigns the first text to the field. The field ignores this, because
 * otherwise the typed text and the selection would be lost. On the server, this function does nothing.
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
  // If the first text is empty, React does not set `value`, so nothing is needed. Otherwise, React sets `value` once,
  // and that would replace the typed text. Our setter ignores this and deletes our property. React then defines its own
  // property, which it cannot do while ours exists.
  if (field.textContent === '') return;
  Object.defineProperty(field, 'value', {
    configurable: true,
    get: () => Reflect.get(native, 'value', field),
    set: () => Reflect.deleteProperty(field, 'value'),
  });
}
