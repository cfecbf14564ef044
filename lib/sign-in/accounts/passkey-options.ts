/** The options with which the browser is asked for a passkey. @see WebAuthn §5.4 and §5.5 */
import { z } from 'zod';
import { passkeyText } from '@/lib/messages/sign-in';
import { challengeMinutes } from '@/lib/store/auth-purge';
import type { Passkey } from './passkeys';
import type { Person } from './people';
import type { RelyingParty } from './relying-party';

/** EdDSA, ES256 and RS256. Windows Hello needs RS256. @see https://www.iana.org/assignments/cose */
export const algorithms = [-8, -7, -257];
const timeout = challengeMinutes * 60_000;

/**
 * The options name no passkey, so the page does not reveal who has one. The device shows the passkeys that it has for
 * this site. The device asks for a fingerprint, face or PIN, because a passkey is enough to sign in.
 */
export function signInOptions(party: RelyingParty, challenge: string) {
  return { challenge, rpId: party.id, userVerification: 'required', timeout };
}

interface NewPasskey {
  challenge: string;
  person: Person;
  organisation: string;
  userHandle: string;
  /** The person's passkeys. A device with one of these does not get a second passkey. */
  passkeys: readonly Passkey[];
}

export function creationOptions(
  party: RelyingParty,
  { challenge, person, organisation, userHandle, passkeys }: NewPasskey,
) {
  return {
    challenge,
    rp: { id: party.id, name: organisation },
    // Two people may share an address, so the device shows the name too.
    user: {
      id: userHandle,
      name: person.email === '' ? person.name : `${person.name} (${person.email})`,
      displayName: person.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: credentialId,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout,
  };
}

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000);
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };

export const createdSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,30}$/))
      .max(10)
      .default([]),
  }),
});
export type Created = z.infer<typeof createdSchema>;

export const assertedSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
});
export type Asserted = z.infer<typeof assertedSchema>;

/** null: the text is not a response that our page's script could have put into the form. */
export function readResponse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** null: the name is empty, too long, or has a control character or another character of Unicode's category C. */
export function parsePasskeyName(text: string): string | null {
  const name = text.trim().normalize('NFC');
  return name === '' || name.length > maxNameLength || /\p{C}/u.test(name) ? null : name;
}

export const maxNameLength = 60;

export function defaultName(browser: string): string {
  return browser === '' ? passkeyText.unnamed : browser;
}
