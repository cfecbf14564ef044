/** Whether an address equals the stored one, which may lack the scheme that import adds. */
export function isSameWebAddress(stored: string | undefined, read: string): stored is string {
  return stored !== undefined && stored !== '' && `http://${stored}` === read;
}
