/**
 * A number to dial: digits and a leading plus. Anything after the digits ("ext. 12") is left out.
 * @see https://www.rfc-editor.org/rfc/rfc3966
 */
export function telephoneHref(phone: string): string {
  const [number = ''] = /\+?\d[^\p{L},;/]*/u.exec(phone) ?? [];
  return `tel:${number.replace(/(?!^\+)\D/g, '')}`;
}
