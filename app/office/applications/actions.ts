'use server';

import { redirect } from 'next/navigation';
import { refusedSchema } from '@/lib/contract/office-approvals';
import { isApiFailure } from '@/lib/contract/api-failure';
import { lookUp } from '@/lib/base/look-up';
import { approvalFormText } from '@/lib/messages/office-approval-form';
import { say } from '@/lib/messages/say';
import type { ApprovalState, ApprovalValues } from '@/lib/office-pages/approval-form';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { keepForm } from '@/lib/office-pages/kept-form';
import type { OfficeApiResponse, OfficeWrite } from '@/lib/office-pages/office-api';
import { fieldName } from '@/lib/office-pages/show-change';
import { textOf } from '@/lib/office-pages/form-text';

/** Approves all selected members, or none if one of them has changed since the page was sent. */
export async function approveSelected(form: FormData): Promise<void> {
  const office = await officeOfForm();
  // If the session has ended, this loads `/office/applications` again, and that page asks for a sign-in. The person
  // loses only ticks, because this form has no text fields.
  if (office.kind !== 'office') redirect('/office/applications');
  const ids = form.getAll('ID').filter((one) => typeof one === 'string');
  if (ids.length === 0) redirect('/office/applications?Done=none');
  const members = ids.map((ID) => ({ ID, IfMatch: textOf(form, `ETag.${ID}`) || '*' }));
  const answer = await office.api.write({
    method: 'POST',
    path: 'approvals/approve',
    body: { Members: members },
  });
  redirect(`/office/applications?Done=${answer.status === 200 ? ids.length : 'changed'}`);
}

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
          MembershipType: { ID: values.Type },
          Chapter: values.Chapter === '' ? null : { ID: values.Chapter },
          ExpiryDate: values.ExpiryDate || null,
        },
      }
    : {};
  const body = { Members: [{ ID: values.ID, IfMatch: values.ETag }], ...changes };
  const result = await send({ method: 'POST', path: 'approvals/approve', body });
  if (result.status !== 200) return failed(form, values, result);
  redirect('/office/applications?Done=1');
}

/** Removes one member and emails the reason. */
export async function refuseOne(_: ApprovalState, form: FormData): Promise<ApprovalState> {
  const values = valuesOf(form);
  const body = { ID: values.ID, IfMatch: values.ETag, Reason: values.Reason };
  const result = await send({ method: 'POST', path: 'approvals/refuse', body });
  if (result.status !== 200) return failed(form, values, result);
  redirect(
    `/office/applications?Done=${encodeURIComponent(refusedSchema.parse(result.body).Mail ?? 'refused')}`,
  );
}

/** The API's response. `status` is 401 without a session, and 503 if the API cannot be reached. */
async function send(write: OfficeWrite): Promise<Pick<OfficeApiResponse, 'status' | 'body'>> {
  const office = await officeOfForm();
  if (office.kind === 'signed-out' || office.kind === 'expired') return { status: 401, body: null };
  if (office.kind !== 'office') return unavailable;
  return office.api.write(write).catch((error: unknown) => {
    if (isApiFailure(error)) return unavailable;
    throw error;
  });
}

const unavailable = { status: 503, body: null };

function failed(
  form: FormData,
  values: ApprovalValues,
  answer: Pick<OfficeApiResponse, 'status' | 'body'>,
): ApprovalState {
  const isStale = lookUp(Object(answer.body), 'error') === 'insufficient_user_authentication';
  const needsSignIn = answer.status !== 401 ? 'no' : isStale ? 'again' : 'signed-out';
  const typed = Object.entries(labels).map(([name, label]) => [label, textOf(form, name)] as const);
  const isSignedOut = needsSignIn === 'signed-out';
  const isLost = isSignedOut || answer.status === 503;
  const kept = isLost ? keepForm(form, isSignedOut ? 'signed-out' : 'unavailable', typed) : null;
  return { values, problems: needsSignIn === 'no' ? problemsOf(answer) : [], needsSignIn, kept };
}

const labels = {
  FirstName: approvalFormText.first,
  LastName: approvalFormText.last,
  Organisation: approvalFormText.organisation,
  Email: approvalFormText.email,
  Phone: approvalFormText.phone,
  Mobile: approvalFormText.mobile,
  MembershipNumber: approvalFormText.number,
  ExpiryDate: approvalFormText.expiry,
  Reason: approvalFormText.reason,
} as const;

function problemsOf({ status, body }: Pick<OfficeApiResponse, 'status' | 'body'>): string[] {
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
    Type: of('Type'),
    Chapter: of('Chapter'),
    ExpiryDate: of('ExpiryDate'),
    Reason: of('Reason'),
  };
}
