/**
 * A device on which somebody has signed in before has separate limits. So attacks from elsewhere do not lock anybody
 * out on that device. The cookie is signed, and contains only hashes of the accounts that have signed in.
 */
import { equalTexts } from '@/lib/base/equal-texts';
import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { emailKey } from '@/lib/store/email-key';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { hashSecret, makeSecret } from '@/lib/sign-in/accounts/secrets';
import { deviceLifetimeSeconds, readCookie, writeDeviceCookie } from './cookies';

export interface Account {
  organisationId: number;
  email: string;
}

/** People in a household share a device. Above this number, the account that signed in longest ago is dropped. */
const maxAccounts = 5;

const deviceSchema = z.object({ id: z.string(), accounts: z.array(z.string()), at: z.number() });
type Device = z.infer<typeof deviceSchema>;

/**
 * Returns the ID of a device on which `account` has signed in before, otherwise null. If `account` is null, any account
 * counts.
 */
export function findKnownDevice(
  services: OAuthServices,
  context: Context,
  account: Account | null,
): string | null {
  const device = readDevice(services, context);
  if (device === null) return null;
  return account === null || device.accounts.includes(accountHash(account)) ? device.id : null;
}

/** Records that this account has signed in on this device. */
export function rememberDevice(services: OAuthServices, context: Context, account: Account): void {
  const known = readDevice(services, context);
  const hash = accountHash(account);
  const others = (known?.accounts ?? []).filter((other) => other !== hash).slice(0, maxAccounts - 1);
  const id = known?.id ?? makeSecret(16);
  const device: Device = { id, accounts: [hash, ...others], at: services.clock().getTime() };
  const content = Buffer.from(JSON.stringify(device)).toString('base64url');
  writeDeviceCookie(context, services.baseUrl, `${content}.${sign(services, content)}`);
}

function readDevice(services: OAuthServices, context: Context): Device | null {
  const [content = '', signature = ''] = readCookie(context, services.baseUrl, 'device')?.split('.') ?? [];
  if (!equalTexts(sign(services, content), signature)) return null;
  // The content is signed, so rememberDevice wrote it.
  const device = deviceSchema.parse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8')));
  return services.clock().getTime() < device.at + deviceLifetimeSeconds * 1000 ? device : null;
}

function sign({ deviceKey }: OAuthServices, content: string): string {
  return createHmac('sha256', deviceKey).update(content).digest('base64url');
}

function accountHash({ organisationId, email }: Account): string {
  return hashSecret(`${organisationId}:${emailKey(email)}`).slice(0, 32);
}
