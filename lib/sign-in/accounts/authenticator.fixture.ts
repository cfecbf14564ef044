/** A device with passkeys, in software. It signs what the page asks for, or something else that a test wants. */
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

export interface Ceremony {
  challenge?: string;
  origin?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  userPresent?: boolean;
  userVerified?: boolean;
  userHandle?: string;
  credentialId?: string;
  counter?: number;
  hasWrongKey?: boolean;
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
}

export interface DevicePasskey {
  credentialId: string;
  userHandle: string;
  rpId: string;
  key: KeyObject;
  counter: number;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string; name: string };
  excludeCredentials: { id: string }[];
}

export class Authenticator {
  readonly passkeys: DevicePasskey[] = [];

  /** @param counts whether the device's passkeys count their uses, as security keys do */
  constructor(
    private readonly origin: string,
    private readonly counts = false,
  ) {}

  /** @returns the text that the page's script puts into the form */
  create(options: object, change: Ceremony = {}): string {
    // Tests pass the options that our pages contain, so they have this form.
    const { challenge, rp, user } = options as CreationOptions;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const credentialId = change.credentialId ?? randomBytes(16).toString('base64url');
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coseKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      head({ rpId: rp.id, counter: 0, ...change }, 0x40),
      Buffer.alloc(16),
      length,
      id,
      coseKey,
    ]);
    const { fmt, attStmt } = change.attestation ?? { fmt: 'none', attStmt: new Map() };
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    ).toString('base64url');
    this.passkeys.push({ credentialId, userHandle: user.id, rpId: rp.id, key: privateKey, counter: 0 });
    const clientDataJSON = this.clientData('webauthn.create', challenge, change);
    const response = { clientDataJSON, attestationObject, transports: ['internal', 'hybrid'] };
    return JSON.stringify({ id: credentialId, rawId: credentialId, type: 'public-key', response });
  }

  get(options: object, change: Ceremony = {}, passkey = this.passkeys.at(-1)): string {
    if (passkey === undefined) throw new Error('the device has no passkey');
    const { challenge } = options as { challenge: string };
    if (this.counts) passkey.counter += 1;
    const authData = head({ rpId: passkey.rpId, counter: passkey.counter, ...change }, 0);
    const clientDataJSON = this.clientData('webauthn.get', challenge, change);
    const clientDataHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const key = change.hasWrongKey
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : passkey.key;
    const signature = createSign('sha256').update(authData).update(clientDataHash).sign(key, 'base64url');
    const id = change.credentialId ?? passkey.credentialId;
    const response = {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature,
      userHandle: change.userHandle ?? passkey.userHandle,
    };
    return JSON.stringify({ id, rawId: id, type: 'public-key', response });
  }

  private clientData(type: string, challenge: string, change: Ceremony): string {
    const data = {
      type: change.type ?? type,
      challenge: change.challenge ?? challenge,
      origin: change.origin ?? this.origin,
      crossOrigin: change.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}

/** @see WebAuthn §6.1 */
function head(
  {
    rpId,
    counter,
    userPresent = true,
    userVerified = true,
  }: { rpId: string; counter: number } & Pick<Ceremony, 'userPresent' | 'userVerified'>,
  flags: number,
): Buffer {
  const bytes = Buffer.alloc(37);
  createHash('sha256').update(rpId).digest().copy(bytes);
  bytes[32] = flags | (userPresent ? 1 : 0) | (userVerified ? 4 : 0);
  bytes.writeUInt32BE(counter, 33);
  return bytes;
}

/** Encodes the part of RFC 8949 (CBOR) that WebAuthn needs here. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? size(0, value) : size(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([size(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([size(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([size(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map)
    return Buffer.concat([size(5, value.size), ...[...value].flatMap((entry) => entry.map(cbor))]);
  throw new Error('this encoder has no such type');
}

function size(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 256) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.from([(type << 5) | 25, length >> 8, length & 255]);
}
