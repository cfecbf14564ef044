export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

const maxReason = 500;

export function reasonOf(form: FormData): string {
  return textOf(form, 'reason').slice(0, maxReason);
}
