import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
// The specification asks for 24 to 64 bytes.
const secretBytes = 32;

/** A new secret in the form that receivers' libraries expect: `whsec_` and base64. */
export function makeWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

export interface Message {
  /** The ID is the same for every attempt to deliver the event. */
  id: string;
  /** JSON. */
  body: string;
}

/**
 * @param secrets the current secret and, after a rotation, the previous one; each gives one signature
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { id, body }: Message,
  { secrets, now }: { secrets: readonly string[]; now: number },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
