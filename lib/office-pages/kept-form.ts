import type { OfficeLookup } from './find-office';

/** A form that was sent when nobody was signed in or the API did not respond. The response contains what was typed. */
export interface KeptForm {
  why: 'signed-out' | 'unavailable';
  /** All inputs, in the order in which they were sent. */
  entries: readonly (readonly [name: string, value: string])[];
  typed: readonly (readonly [label: string, value: string])[];
  /** Only the names of the files. The content is lost, because a page cannot put files into a form. */
  files: readonly string[];
}

export function keepForm(form: FormData, why: KeptForm['why'], typed: KeptForm['typed']): KeptForm {
  const entries = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const files = [...form].flatMap(([, value]) =>
    value instanceof File && value.size > 0 ? [value.name] : [],
  );
  return { why, entries, typed: typed.filter(([, value]) => value !== ''), files };
}

/** null: there is no reason to keep the form. */
export function keepUnsent(
  kind: OfficeLookup['kind'],
  form: FormData,
  typed: KeptForm['typed'],
): KeptForm | null {
  const why = whyKept(kind);
  return why === null ? null : keepForm(form, why, typed);
}

/** null: there is no reason to keep the form. */
export function whyKept(kind: OfficeLookup['kind']): KeptForm['why'] | null {
  if (kind === 'signed-out' || kind === 'expired') return 'signed-out';
  return kind === 'unavailable' ? 'unavailable' : null;
}
