/**
 * An address that is safe in a link: the same text if it is http or https. null: it is neither. Invoice and payment
 * addresses come from imports, and `javascript:` or `data:` would run in our page.
 */
export function webAddressOrNull(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
    ? address
    : null;
}
