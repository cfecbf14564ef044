import type { MailSettings } from './mail-state';
import type { MailIdentity } from './read-identity';

// A PNG of one pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export async function mailIdentity(): Promise<MailIdentity> {
  return {
    look: { name: 'The Guild', colour: '#8a1c4a', font: 'source-sans', contactEmail: 'office@guild.example' },
    logo: { name: 'logo.png', type: 'image/png', content: png },
  };
}

/** A test may set `server` to null. Emails then wait. */
export function workingMail(): MailSettings {
  const server = { host: 'mail.example.org', port: 465, isEncrypted: true, signsIn: true };
  return { server, from: 'Guild <guild@example.org>' };
}
