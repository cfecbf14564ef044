/** Checks the data that a passkey signed. @see WebAuthn §7.1 and §7.2 */
import { z } from 'zod';
import type { Store } from '@/lib/store/database';
import { consumeChallenge, type ChallengeOf } from './passkey-challenges';
import { algorithms, type Asserted, type Created } from './passkey-options';
import { findPasskey, refusePasskey, usePasskey, type Passkey } from './passkeys';
import { findPeople } from './people';
import { noProof, type Proof } from './proof';
import type { RelyingParty } from './relying-party';

interface Expected {
  party: RelyingParty;
  of: ChallengeOf;
  now: Date;
}

/** null: something in the response is wrong. The response uses up its challenge. */
export async function checkNewPasskey(
  { auth }: Store,
  created: Created,
  { party, of, now }: Expected,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const challenge = readChallenge(created.response.clientDataJSON);
  if (challenge === null || !(await consumeChallenge(auth, of, { challenge, now }))) return null;
  if (!(await isWithoutCertificates(created))) return null;
  // The library takes longer to load than the rest of the service and is seldom used, so it is loaded only when needed.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const checked = await nullIfRefused(() =>
    verifyRegistrationResponse({
      response: { ...created, response: { ...created.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  const credential = checked?.registrationInfo?.credential;
  if (credential === undefined || credential.id !== created.id) return null;
  const { publicKey, counter } = credential;
  const { transports } = created.response;
  return {
    credentialId: created.id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
  };
}

/** A passkey that was disabled, because it may have been copied. */
export interface Refused {
  personId: number;
  name: string;
}

/**
 * If anything is wrong, the proof identifies nobody. An unknown passkey and a wrong signature give the same result. The
 * response uses up the challenge.
 * @param onRefused called when the passkey's counter shows that the passkey may have been copied (WebAuthn §6.1.1)
 */
export async function checkPasskey(
  store: Store,
  { organisationId, asserted }: { organisationId: number; asserted: Asserted },
  { party, of, now, onRefused }: Expected & { onRefused: (refused: Refused) => void },
): Promise<Proof> {
  const challenge = readChallenge(asserted.response.clientDataJSON);
  if (challenge === null || !(await consumeChallenge(store.auth, of, { challenge, now }))) return noProof;
  const passkey = await findPasskey(store, { organisationId, credentialId: asserted.id });
  if (passkey === null || passkey.refusedAt !== null) return noProof;
  // The device sends a user handle, which says whose passkey it is. The stored passkey must have the same user handle.
  // Otherwise, it may be the passkey of somebody else, who registered the same ID with their own key.
  if (passkey.userHandle !== asserted.response.userHandle) return noProof;
  const [person] = await findPeople(store, { organisationId, ids: [passkey.personId] });
  const newCounter = await verifySignature({ asserted, challenge, passkey, party });
  if (person === undefined || newCounter === null) return noProof;
  const personId = person.id;
  const { id, counter, name } = passkey;
  if ((newCounter > 0 || counter > 0) && newCounter <= counter) {
    if (await refusePasskey(store, { organisationId, personId }, passkey, now)) onRefused({ personId, name });
    return noProof;
  }
  return {
    method: 'pop',
    people: [personId],
    lock: async (transaction) =>
      (await usePasskey(transaction, organisationId, { id, counter, newCounter, now })) ? [personId] : [],
  };
}

/** @returns how often the passkey has signed; null: the signature or the signed data is wrong */
async function verifySignature({
  asserted,
  challenge,
  passkey,
  party,
}: {
  asserted: Asserted;
  challenge: string;
  passkey: Passkey;
  party: RelyingParty;
}): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await nullIfRefused(() =>
    verifyAuthenticationResponse({
      response: { ...asserted, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // With `counter: 0`, the library does not check the counter. The library would do so before it verifies the
      // signature. Somebody without the passkey could then send a wrong counter, and we would disable the passkey. Our
      // caller therefore compares the counters, after the signature was verified.
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: 0,
      },
    }),
  );
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null;
}

const clientDataSchema = z.object({
  challenge: z.string(),
  // Our pages may not be shown in frames, so a response from a frame of another site's page is refused.
  crossOrigin: z.literal(false).optional(),
});

/**
 * The challenge that was signed. null: the text is not from a browser, or our page was in a frame of another site's
 * page.
 */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    return clientDataSchema.safeParse(JSON.parse(text)).data?.challenge ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * We ask for no certificates of the device's maker, so no browser sends any. To check a certificate, the library would
 * request an address that is written in it. A response with certificates is therefore refused.
 */
async function isWithoutCertificates({ response }: Created): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'));
  const format = await nullIfRefused(async () => {
    const attestation = decodeAttestationObject(bytes);
    const isOwnSignature = attestation.get('attStmt').get('x5c') === undefined;
    return { name: attestation.get('fmt'), isOwnSignature };
  });
  if (format === null) return false;
  return format.name === 'none' || (format.name === 'packed' && format.isOwnSignature);
}

/**
 * If something is wrong with a response, the library throws plain errors. It calls none of our code, so every error
 * means a wrong response.
 */
async function nullIfRefused<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
