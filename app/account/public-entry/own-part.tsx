import type { ReactNode } from 'react';
import type { OwnRule } from '@/lib/contract/fields/field';
import { ownEntryText } from '@/lib/messages/own-entry';
import { say } from '@/lib/messages/say';
import { chapterhouse } from '@/lib/chapterhouse';
import type { Audience } from '@/lib/contract/audiences';

interface Props {
  id: string;
  title: string;
  /** The membership, if the person has several. '': there is only one. */
  of: string;
  rules: readonly OwnRule[];
  /** The address that opens the form. null: the form is open, or there is none. */
  editPath: string | null;
  children: ReactNode;
}

/** A part of the member's own entry, with the link that opens its form. */
export function OwnPart({ id, title, of, rules, editPath, children }: Props) {
  const label = of === '' ? title : say(ownEntryText.partOf, { part: title, membership: of });
  const isLocked = rules.every((rule) => rule === 'locked');
  return (
    <section
      id={id}
      aria-label={label}
      className="grid gap-2 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0"
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold">{title}</h2>
        {editPath !== null && !isLocked && (
          <a
            href={`${editPath}#${id}`}
            aria-label={say(ownEntryText.editOf, { part: label })}
            className="inline-flex min-h-11 items-center text-accent underline"
          >
            {ownEntryText.edit}
          </a>
        )}
      </div>
      {children}
      {isLocked && <p className="text-sm text-ink-soft wrap-anywhere">{sayLocked()}</p>}
      {rules.includes('approval') && (
        <p className="text-sm text-ink-soft">
          {rules.every((rule) => rule === 'approval')
            ? ownEntryText.allNeedApproval
            : ownEntryText.needsApproval}
        </p>
      )}
    </section>
  );
}

function sayLocked(): string {
  const { contactEmail: email } = chapterhouse().site();
  return email === null ? ownEntryText.locked : say(ownEntryText.lockedWrite, { email });
}

export interface OwnFact {
  label: string;
  value: string;
  /** Who sees it now. null: it is never in the directory. */
  audience: Audience | null;
}

const audienceTexts: Record<Audience, string> = {
  everybody: ownEntryText.seen,
  members: ownEntryText.seenByMembers,
  office: ownEntryText.unseen,
};

/** @param isEmpty false: the part shows something else */
export function OwnFacts({ facts, isEmpty = true }: { facts: readonly OwnFact[]; isEmpty?: boolean }) {
  const filled = facts.filter(({ value }) => value !== '');
  if (filled.length === 0) return isEmpty ? <p className="text-ink-soft">{ownEntryText.empty}</p> : null;
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {filled.map(({ label, value, audience }) => (
        <div key={label} className="sm:contents">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            {value}
            {audience !== null && (
              <span className="block text-sm text-ink-soft">{audienceTexts[audience]}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
