/** The text of a form's field without spaces around it; '' if the form does not have it. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

const maxReason = 500;

/** The reason for a change, for the journal. */
export function reasonOf(form: FormData): string {
  return textOf(form, 'reason').slice(0, maxReason);
}
