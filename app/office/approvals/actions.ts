'use server';

import { redirect } from 'next/navigation';
import { refusedSchema } from '@/lib/membership-api/office-approvals';
import { isApiFailure } from '@/lib/account/api-failure';
import { lookUp } from '@/lib/look-up';
import { approvalFormText } from '@/lib/messages/office-approval-form';
import { say } from '@/lib/messages/say';
import type { ApprovalState, ApprovalValues } from '@/lib/office/approval-form';
import { officeOfForm } from '@/lib/office/current-office';
import type { OfficeAnswer, OfficeWrite } from '@/lib/office/office-api';
import { fieldName } from '@/lib/office/show-change';

/** Approves the selected members: all, or none if one of them has changed since the page was sent. */
export async function approveSelected(form: FormData): Promise<void> {
  const office = await officeOfForm();
  // The page asks for a sign-in. Nothing was typed.
  if (office.kind !== 'office') redirect('/office/approvals');
  const ids = form.getAll('ID').filter((one) => typeof one === 'string');
  if (ids.length === 0) redirect('/office/approvals?Done=none');
  const members = ids.map((ID) => ({ ID, IfMatch: textOf(form, `ETag.${ID}`) || '*' }));
  const answer = await office.api.write({
    method: 'POST',
    path: 'approvals/approve',
    body: { Members: members },
  });
  redirect(`/office/approvals?Done=${answer.status === 200 ? ids.length : 'changed'}`);
}

/** Changes and approves one member. What was typed stays if that fails. */
export async function approveOne(_: ApprovalState, form: FormData): Promise<ApprovalState> {
  const values = valuesOf(form);
  const changes = form.has('Email')
    ? {
        Changes: {
          User: {
            FirstName: values.FirstName,
            LastName: values.LastName,
            Organisation: values.Organisation,
            Email: values.Email,
            Phone: values.Phone,
            Mobile: values.Mobile,
          },
          MembershipNumber: values.MembershipNumber,
          ExpiryDate: values.ExpiryDate || null,
        },
      }
    : {};
  const body = { Members: [{ ID: values.ID, IfMatch: values.ETag }], ...changes };
  const answer = await send({ method: 'POST', path: 'approvals/approve', body });
  if (typeof answer === 'string') return { values, problems: [answer], needsSignIn: answer === session };
  if (answer.status !== 200) return { values, problems: problemsOf(answer), needsSignIn: false };
  redirect('/office/approvals?Done=1');
}

/** Removes one member and mails the reason. */
export async function refuseOne(_: ApprovalState, form: FormData): Promise<ApprovalState> {
  const values = valuesOf(form);
  const body = { ID: values.ID, IfMatch: values.ETag, Reason: values.Reason };
  const answer = await send({ method: 'POST', path: 'approvals/refuse', body });
  if (typeof answer === 'string') return { values, problems: [answer], needsSignIn: answer === session };
  if (answer.status !== 200) return { values, problems: problemsOf(answer), needsSignIn: false };
  redirect(`/office/approvals?Done=${encodeURIComponent(refusedSchema.parse(answer.body).Mail)}`);
}

const { session } = approvalFormText;

/** The API's answer, or what to tell the person who sent the form. */
async function send(write: OfficeWrite): Promise<OfficeAnswer | string> {
  const office = await officeOfForm();
  if (office.kind === 'signed-out' || office.kind === 'expired') return session;
  if (office.kind !== 'office') return approvalFormText.failed;
  return office.api.write(write).catch((error: unknown) => {
    if (isApiFailure(error)) return approvalFormText.failed;
    throw error;
  });
}

function problemsOf({ status, body }: OfficeAnswer): string[] {
  if (status === 412) return [approvalFormText.changed];
  if (status === 403 || status === 404) return [approvalFormText.notAllowed];
  const fields: unknown = lookUp(Object(body), 'fields');
  if (Array.isArray(fields)) {
    return fields.map((one) => {
      const { field, reason } = Object(one);
      return say(approvalFormText.wrong, { field: fieldName(String(field)), reason: String(reason) });
    });
  }
  const description: unknown = lookUp(Object(body), 'error_description');
  return [typeof description === 'string' ? description : approvalFormText.failed];
}

function valuesOf(form: FormData): ApprovalValues {
  const of = (name: keyof ApprovalValues) => textOf(form, name);
  return {
    ID: of('ID'),
    ETag: of('ETag'),
    FirstName: of('FirstName'),
    LastName: of('LastName'),
    Organisation: of('Organisation'),
    Email: of('Email'),
    Phone: of('Phone'),
    Mobile: of('Mobile'),
    MembershipNumber: of('MembershipNumber'),
    ExpiryDate: of('ExpiryDate'),
    Reason: of('Reason'),
  };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
