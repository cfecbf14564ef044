export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

export const maxReason = 500;

export function reasonOf(form: FormData): string {
  return textOf(form, 'reason').slice(0, maxReason);
}

/** The API's reason for a wrong value, for a form: what is typed into an input has no quotation marks. */
export function reasonInForm(reason: string): string {
  return reason.replace(/,? in quotation marks/, '');
}
