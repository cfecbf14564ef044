import { isIP } from 'node:net';

export interface RelyingParty {
  /** The host of BASE_URL. A passkey does not work at any other host. */
  id: string;
  origin: string;
}

/**
 * This site as a relying party. null: browsers allow no passkeys at this address, because the address is not https
 * (localhost may use http), or its host is an IP address.
 * @see WebAuthn §5.1.3 and https://www.w3.org/TR/secure-contexts/
 */
export function findRelyingParty(baseUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return null;
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}
