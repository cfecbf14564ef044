import type { ReactNode } from 'react';
import { errorText } from '@/lib/messages/error';
import { buttonStyle } from '../ui/button';

export function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-xl py-12">
      <h1 className="text-3xl font-bold tracking-tight">{title}</h1>
      <p className="mt-3 text-lg text-ink-soft">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {children}
        {/* The link loads the whole page: after an error, the page's own state may be wrong. */}
        <a href="/" className={buttonStyle(children === undefined ? 'main' : 'quiet')}>
          {errorText.toDirectory}
        </a>
      </div>
    </div>
  );
}
