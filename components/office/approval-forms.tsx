'use client';

import { useActionState, useId } from 'react';
import { approvalFormText as text } from '@/lib/messages/office-approval-form';
import { say } from '@/lib/messages/say';
import type { OfficeStructure } from '@/lib/contract/office';
import type { ApprovalState, ApprovalValues } from '@/lib/office-pages/approval-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { TextArea } from '../ui/text-area';
import { RefusalNotice } from './refusal-notice';

type Action = (state: ApprovalState, form: FormData) => Promise<ApprovalState>;

interface Props {
  first: ApprovalState;
  action: Action;
  path: string;
}

/** `hasFields`: whether the form has fields to change the member before the approval. */
export function ApproveForm({
  first,
  action,
  path,
  structure,
  hasFields,
}: Props & { structure: OfficeStructure; hasFields: boolean }) {
  const [state, send, isSending] = useActionState(action, first, path);
  const field = (name: keyof ApprovalValues, label: string, type = 'text') => (
    <Field key={name} label={label} name={name} type={type} value={state.values[name]} />
  );
  // The `key` of the select changes with the value. With the same `key`, a browser would keep the earlier choice.
  const choice = (name: keyof ApprovalValues, label: string, options: OfficeStructure['Chapters']) => (
    <label key={name} className="grid gap-1">
      <span className="font-medium">{label}</span>
      <select key={state.values[name]} name={name} defaultValue={state.values[name]} className={fieldStyle}>
        {options.map(({ ID, Name }) => (
          <option key={ID} value={ID}>
            {Name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form action={send} noValidate className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-xl font-semibold">{text.approveTitle}</h2>
      <Problems state={state} />
      <Hidden state={state} />
      {hasFields && (
        <div className="grid gap-4 sm:grid-cols-2">
          {field('FirstName', text.first)}
          {field('LastName', text.last)}
          {field('Organisation', text.organisation)}
          {field('Email', text.email, 'email')}
          {field('Phone', text.phone, 'tel')}
          {field('Mobile', text.mobile, 'tel')}
          {field('MembershipNumber', text.number)}
          {choice('Type', text.type, structure.MembershipTypes)}
          {structure.Chapters.length > 0 &&
            choice('Chapter', text.chapter, [{ ID: '', Name: text.noChapter }, ...structure.Chapters])}
          {field('ExpiryDate', text.expiry, 'date')}
        </div>
      )}
      <p>
        <button type="submit" disabled={isSending} className={buttonStyle('main')}>
          {text.approve}
        </button>
      </p>
    </form>
  );
}

export function RefuseForm({ first, action, path }: Props) {
  const [state, send, isSending] = useActionState(action, first, path);
  const id = useId();
  const email = first.values.Email;
  return (
    <form action={send} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-xl font-semibold">{text.refuseTitle}</h2>
      <Problems state={state} />
      <Hidden state={state} />
      <p>{text.refuseHint}</p>
      <div className="grid gap-1">
        <label htmlFor={id} className="font-medium">
          {text.reason}
        </label>
        <p id={`${id}-hint`} className="text-ink-soft wrap-anywhere">
          {email === '' ? text.refuseNoMail : say(text.refuseMail, { email })}
        </p>
        <TextArea
          id={id}
          name="Reason"
          required
          rows={5}
          maxLength={2000}
          defaultValue={state.values.Reason}
          aria-describedby={`${id}-hint`}
        />
      </div>
      <p>
        <button type="submit" disabled={isSending} className={buttonStyle('quiet')}>
          {email === '' ? text.refuseQuietly : text.refuse}
        </button>
      </p>
    </form>
  );
}

function Hidden({ state: { values } }: { state: ApprovalState }) {
  return (
    <>
      <input type="hidden" name="ID" value={values.ID} />
      <input type="hidden" name="ETag" value={values.ETag} />
    </>
  );
}

function Problems({ state: { problems, needsSignIn } }: { state: ApprovalState }) {
  if (needsSignIn !== 'no') return <RefusalNotice refusal={{ problems: [], needsSignIn }} />;
  if (problems.length === 0) return null;
  return (
    <Notice role="alert">
      <p className="font-medium">{text.problems}</p>
      <ul className="list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Field({ label, name, type, value }: { label: string; name: string; type: string; value: string }) {
  return (
    <label className="grid gap-1">
      <span className="font-medium">{label}</span>
      <input type={type} name={name} defaultValue={value} autoComplete="off" className={fieldStyle} />
    </label>
  );
}
