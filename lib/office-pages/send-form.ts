import { isApiFailure } from '@/lib/contract/api-failure';
import { lookUp } from '@/lib/base/look-up';
import { formText } from '@/lib/messages/office-forms';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import type { FormDoor } from './find-office';
import { reasonInForm } from './form-text';
import type { OfficeApiResponse, OfficeApi, OfficeWrite } from './office-api';
import { fieldName } from './show-change';

export interface FormRefusal {
  problems: string[];
  /** `again`: the last sign-in is too long ago for this action. */
  needsSignIn: 'no' | 'signed-out' | 'again';
}

/** `answer` is absent if nothing was sent, or the API did not respond. */
export type Sent =
  | { isDone: true; answer: OfficeApiResponse }
  | { isDone: false; refusal: FormRefusal; answer?: OfficeApiResponse };

/** @param labels what the page calls a field, if it is not a field of a member */
export async function sendForm(
  office: FormDoor,
  write: OfficeWrite,
  labels: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  return sendWith(office, (api) => api.write(write), labels);
}

export async function sendUpload(office: FormDoor, path: string, file: Blob): Promise<Sent> {
  return sendWith(office, (api) => api.upload(path, file));
}

async function sendWith(
  office: FormDoor,
  request: (api: OfficeApi) => Promise<OfficeApiResponse>,
  labels: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  if (office.kind === 'signed-out' || office.kind === 'expired') return refused([], 'signed-out');
  if (office.kind === 'unavailable') return refused([formText.unavailable]);
  if (office.kind !== 'office') return refused([formText.notAllowed]);
  try {
    const answer = await request(office.api);
    return answer.status < 300
      ? { isDone: true, answer }
      : { isDone: false, refusal: toRefusal(answer, labels), answer };
  } catch (error) {
    if (isApiFailure(error)) return refused([formText.unavailable]);
    throw error;
  }
}

function toRefusal(
  { status, body }: OfficeApiResponse,
  labels: Readonly<Record<string, string>>,
): FormRefusal {
  const { error, error_description: description, fields } = Object(body) as Record<string, unknown>;
  if (status === 401)
    return refusal([], error === 'insufficient_user_authentication' ? 'again' : 'signed-out');
  if (status === 403) return refusal([formText.notAllowed]);
  if (status === 404) return refusal([formText.gone]);
  if (Array.isArray(fields)) {
    return refusal(
      fields.map((one: unknown) => {
        const name = String(lookUp(Object(one), 'field'));
        const label = lookUp(labels, name.replace(/\[\d+\]$/, '')) ?? fieldName(name);
        const reason = reasonInForm(String(lookUp(Object(one), 'reason')));
        return say(memberText.problem, { label, reason });
      }),
    );
  }
  return refusal([typeof description === 'string' ? description : formText.failed]);
}

function refused(problems: string[], needsSignIn: FormRefusal['needsSignIn'] = 'no'): Sent {
  return { isDone: false, refusal: refusal(problems, needsSignIn) };
}

function refusal(problems: string[], needsSignIn: FormRefusal['needsSignIn'] = 'no'): FormRefusal {
  return { problems, needsSignIn };
}
