/**
 * Returns null if the address is not http or https, or contains a user name or password. Invoice and payment addresses
 * come from imports, and a `javascript:` or `data:` address would run in our page.
 */
export function webAddressOrNull(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
    ? address
    : null;
}
