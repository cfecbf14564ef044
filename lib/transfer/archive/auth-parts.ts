import { hashSecret, makeSecret } from '@/lib/sign-in/accounts/secrets';
import { field } from '@/lib/contract/fields/field';
import { flag, recordId, wholeNumber } from '@/lib/contract/fields/number-kinds';
import { optional } from '@/lib/contract/fields/text-kinds';
import type { AccountJournalTable, ClientTable } from '@/lib/store/schema/auth-schema';
import {
  anyId,
  base64url,
  clientSecret,
  instant,
  longText,
  passwordHash,
  requiredStoredText,
  sha256,
  storedJson,
  storedText,
  withheldSecret,
} from '@/lib/store/stored-kinds';
import { actorFields, changes, wordOf, type ArchivePart } from './part';

const clientFields = {
  ID: field('id', requiredStoredText(300)),
  Name: field('name', requiredStoredText(1000)),
  // null: the client is public and has no secret.
  SecretHash: field('secretHash', optional(clientSecret)),
  PreviousSecretHash: field('previousSecretHash', optional(sha256)),
  PreviousSecretExpiresAt: field('previousSecretExpiresAt', optional(instant)),
  Scopes: field('scopes', storedText(300)),
  RedirectURIs: field(
    'redirectUris',
    storedJson((value) => (isListOfTexts(value) ? null : 'must be a list of texts')),
  ),
  PostLogoutURIs: field(
    'postLogoutUris',
    storedJson((value) => (isListOfTexts(value) ? null : 'must be a list of texts')),
  ),
  PostLogoutPrefixes: field(
    'postLogoutPrefixes',
    storedJson((value) => (isListOfTexts(value) ? null : 'must be a list of texts'), { ofNull: '[]' }),
    { isLater: true },
  ),
  HomeURL: field('homeUrl', optional(requiredStoredText(2000)), { isLater: true }),
  IsFirstParty: field('isFirstParty', flag),
  RequiresPKCE: field('requiresPkce', flag),
  SendsIss: field('sendsIss', flag),
  OmitsIss: field('omitsIss', flag, { isLater: true }),
  SeesAdminExtras: field('seesAdminExtras', flag),
  AllowsHTTP: field('allowsHttp', flag),
  LegacyStatus: field('legacyStatus', flag),
  BackchannelLogoutURI: field('backchannelLogoutUri', optional(requiredStoredText(2000))),
  BackchannelPrivate: field('backchannelPrivate', flag),
  IDTokenAlgorithm: field(
    'idTokenAlgorithm',
    wordOf<ClientTable['id_token_algorithm']>({ RS256: true, EdDSA: true }),
  ),
  IDTokenClaims: field('idTokenClaims', flag, { isLater: true }),
  Rules: field('rules', changes),
  CreatedAt: field('createdAt', instant),
  RevokedAt: field('revokedAt', optional(instant)),
};

export const authParts = {
  Clients: {
    database: 'auth',
    table: 'client',
    fields: clientFields,
    order: ['id'],
    withoutSecrets: (row) => ({
      ...row,
      secret_hash: row.secret_hash === null ? null : withheldSecret,
      previous_secret_hash: null,
      previous_secret_expires_at: null,
    }),
    // Nobody knows the random secret. So no secret is valid until the client gets a new one.
    restored: (row) =>
      row.secret_hash === withheldSecret ? { ...row, secret_hash: hashSecret(makeSecret()) } : row,
  },
  Accounts: {
    database: 'auth',
    table: 'account',
    of: 'person',
    fields: {
      PersonID: field('personId', recordId),
      PasswordHash: field('passwordHash', optional(passwordHash)),
      UpdatedAt: field('updatedAt', instant),
      PasskeyOfferedAt: field('passkeyOfferedAt', optional(instant), { isLater: true }),
      SignedInAt: field('signedInAt', optional(instant), { isLater: true }),
      ProvenEmailKey: field('provenEmailKey', optional(storedText(300)), { isLater: true }),
      ProvenEmailAt: field('provenEmailAt', optional(instant), { isLater: true }),
    },
    order: ['person_id'],
    withoutSecrets: (row) => ({ ...row, password_hash: null }),
  },
  // Public keys are not secret. A passkey works only at the host where it was added.
  Passkeys: {
    database: 'auth',
    table: 'passkey',
    of: 'person',
    fields: {
      ID: field('id', sha256),
      PersonID: field('personId', recordId),
      UserHandle: field('userHandle', base64url(100)),
      CredentialID: field('credentialId', base64url(1400)),
      PublicKey: field('publicKey', base64url(4000)),
      Counter: field('counter', wholeNumber({ min: 0, max: 2 ** 32 - 1 })),
      Transports: field(
        'transports',
        storedJson((value) => (isListOfTexts(value) ? null : 'must be a list of texts')),
      ),
      Name: field('name', requiredStoredText(300)),
      CreatedAt: field('createdAt', instant),
      LastUsedAt: field('lastUsedAt', optional(instant)),
      RefusedAt: field('refusedAt', optional(instant)),
    },
    order: ['id'],
  },
  Consents: {
    database: 'auth',
    table: 'consent',
    fields: {
      PersonID: field('personId', recordId),
      ClientID: field('clientId', requiredStoredText(300)),
      Scope: field('scope', storedText(300)),
      GivenAt: field('grantedAt', instant),
      LastUsedAt: field('lastUsedAt', optional(instant), { isLater: true }),
    },
    order: ['person_id', 'client_id'],
  },
  ErasureRequests: {
    database: 'auth',
    table: 'erasure_request',
    fields: { PersonID: field('personId', recordId), RequestedAt: field('requestedAt', instant) },
    order: ['person_id'],
  },
  CardKeys: {
    database: 'auth',
    table: 'card_key',
    fields: {
      ID: field('keyId', requiredStoredText(300)),
      PublicKey: field('publicKey', requiredStoredText(2000)),
      SealedKey: field('sealedKey', storedText(10_000)),
      CreatedAt: field('createdAt', instant),
    },
    order: ['key_id'],
    withoutSecrets: (row) => ({ ...row, sealed_key: '' }),
  },
  CardGenerations: {
    database: 'auth',
    table: 'card_generation',
    fields: {
      MembershipID: field('membershipId', requiredStoredText(300)),
      Generation: field('generation', wholeNumber({ min: 0, max: 1_000_000_000 })),
      Code: field('code', optional(requiredStoredText(300)), { isLater: true }),
    },
    order: ['membership_id'],
  },
  AccountJournal: {
    database: 'auth',
    table: 'account_journal',
    fields: {
      At: field('at', instant),
      ID: field('id', requiredStoredText(300)),
      Ordinal: field('ordinal', anyId),
      ...actorFields,
      Reason: field('reason', optional(longText)),
      Kind: field(
        'kind',
        wordOf<AccountJournalTable['kind']>({
          account: true,
          client: true,
          consent: true,
          session: true,
          erasure_request: true,
          passkey: true,
          webhook: true,
          signing_key: true,
          export: true,
          members_directory: true,
          personal_data: true,
        }),
      ),
      PersonID: field('personId', optional(recordId)),
      ClientID: field('clientId', optional(storedText(300))),
      WebhookID: field('webhookId', optional(storedText(300))),
      Operation: field(
        'operation',
        wordOf<AccountJournalTable['operation']>({
          limited: true,
          merged: true,
          separated: true,
          created: true,
          updated: true,
          removed: true,
          revoked: true,
          given: true,
          ended: true,
          'password set': true,
          unlocked: true,
          'secret replaced': true,
          withdrawn: true,
          refused: true,
          made: true,
        }),
      ),
      Changes: field('changes', changes),
    },
    order: ['at', 'id', 'ordinal'],
  },
} as const satisfies Record<string, ArchivePart>;

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
