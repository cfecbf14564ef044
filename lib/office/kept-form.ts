import type { OfficeResponse } from './find-office';

/** A form that came without a session, and its page could not be shown: what was typed is sent back with the response. */
export interface KeptForm {
  why: 'signed-out' | 'unavailable';
  /** All inputs, in the order in which they were sent. */
  entries: readonly (readonly [name: string, value: string])[];
  /** What the person typed, with labels. */
  typed: readonly (readonly [label: string, value: string])[];
}

export function keepForm(form: FormData, why: KeptForm['why'], typed: KeptForm['typed']): KeptForm {
  const entries = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return { why, entries, typed: typed.filter(([, value]) => value !== '') };
}

/** Why a form is kept: there was no session, or the API did not respond. null: it is not. */
export function whyKept(kind: OfficeResponse['kind']): KeptForm['why'] | null {
  if (kind === 'signed-out' || kind === 'expired') return 'signed-out';
  return kind === 'unavailable' ? 'unavailable' : null;
}
