'use client';

import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ComponentProps } from 'react';
import { fieldStyle } from './button';

type Props = ComponentProps<'textarea'> & { id: string; name: string };

const never = () => () => {};

/**
 * A textarea that keeps what was typed before the scripts had loaded. When React takes over a page, it sets only
 * textareas back to their first text; all other fields keep what they have.
 */
export function TextArea({ className = '', ...props }: Props) {
  const isTakingOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [typed] = useState(() => (isTakingOver ? typedInto(props.id) : null));
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // A text that differs from the first one was typed after React had set the textarea back.
    const { current } = area;
    if (current !== null && typed !== null && current.value === current.defaultValue) current.value = typed;
  }, [typed]);
  return <textarea ref={area} {...props} className={`${fieldStyle} py-2 ${className}`} />;
}

/** The text of the field on the page. null on the server, and before the page has the field. */
function typedInto(id: string): string | null {
  if (typeof document === 'undefined') return null;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field.value : null;
}
