/**
 * A number to dial: digits and a leading plus, without anything after them ("ext. 12").
 * @see https://www.rfc-editor.org/rfc/rfc3966
 */
export function telephoneHref(phone: string): string {
  const [number = ''] = /\+?\d[^\p{L},;/]*/u.exec(phone) ?? [];
  return `tel:${number.replace(/(?!^\+)\D/g, '')}`;
}
