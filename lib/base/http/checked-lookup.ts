import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

class BlockedAddressError extends Error {
  override name = 'BlockedAddressError';
}

/**
 * Returns only checked addresses. Node connects to one of them and does not resolve the name again. If one address of
 * the name is not public, all are refused: a name with public and private addresses is probably an attack. If a URL has
 * an IP address, Node connects to it without calling this function.
 * @param resolve returns all addresses of a host name
 */
export function checkedLookup(
  isOpen: (address: string) => boolean,
  resolve: (host: string) => Promise<LookupAddress[]> = resolveAll,
): LookupFunction {
  return (host, { all }, callback) => {
    const respond = (addresses: LookupAddress[]) => {
      const [first] = addresses;
      if (first === undefined) throw new Error('the host name has no address');
      if (!addresses.every(({ address }) => isOpen(address))) throw new BlockedAddressError();
      if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    resolve(host)
      .then(respond)
      .catch((error: Error) => callback(error, []));
  };
}

/** Whether a connection failed because of an address that `checkedLookup` refused. */
export function isBlocked(error: Error): boolean {
  if (error instanceof BlockedAddressError) return true;
  return error instanceof AggregateError && error.errors.some((one) => one instanceof BlockedAddressError);
}

function resolveAll(host: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
