'use client';

import type { ReactNode } from 'react';
import { formText } from '@/lib/messages/office-forms';
import { Panel } from './panel';
import { useRefresh } from './use-refresh';

interface Props {
  title: string;
  /** How far the work is, with numbers. */
  text: string;
  done: number;
  /** null: not known yet. */
  total: number | null;
  /** The page's address. */
  path: string;
  children?: ReactNode;
}

const refreshMs = 1000;

/** How far a long work is. With scripts, the page updates itself. Without scripts, it reloads, or a link reloads it. */
export function WorkProgress({ title, text, done, total, path, children }: Props) {
  useRefresh(refreshMs);
  return (
    <Panel id="progress" title={title}>
      <p role="status" className="grid gap-2">
        {text}
        <progress
          aria-label={title}
          className="h-3 w-full max-w-md appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          {...(total === null ? {} : { value: done, max: total })}
        />
      </p>
      <noscript>
        <meta httpEquiv="refresh" content="3" />
        <a href={path} className="text-accent underline">
          {formText.showProgress}
        </a>
      </noscript>
      {children}
    </Panel>
  );
}
