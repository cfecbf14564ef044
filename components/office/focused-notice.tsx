import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  /** Increases with each response to the form. */
  turn: number;
  children: ReactNode;
}

/** The notice gets the focus, so that a screen reader reads it. */
export function FocusedNotice({ turn, children }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turn > 0) notice.current?.focus();
  }, [turn]);
  return (
    <div ref={notice} tabIndex={-1} className="outline-none empty:hidden">
      {children}
    </div>
  );
}
