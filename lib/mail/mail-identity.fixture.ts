import type { MailIdentity } from './read-identity';

// One pixel. A PNG starts with these bytes.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** How the emails of an association with a logo look. */
export async function mailIdentity(): Promise<MailIdentity> {
  return {
    look: { name: 'The Guild', colour: '#8a1c4a', font: 'source-sans', contactEmail: 'office@guild.example' },
    logo: { name: 'logo.png', type: 'image/png', content: png },
  };
}
