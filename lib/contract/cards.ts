/** An extension of our own API, for our own web app only. */
import { z } from 'zod';
import type { Clock } from '@/lib/base/clock';
import {
  parseJson,
  refusal,
  sendRead,
  unreadable,
  defaultLimits,
  wholeText,
  type Transport,
} from './client-request';
import { createTokenSource } from './client-token';

const base64url = z.string().regex(/^[\w-]{1,500}$/);

export const cardKeySchema = z.object({
  /** The key's thumbprint (RFC 7638). */
  ID: base64url,
  /** The public key: `x` of an Ed25519 JWK. */
  Public: base64url,
  /** The private key, encrypted by the web app. The API cannot read it. */
  Sealed: base64url,
});
export type CardKeyRecord = z.infer<typeof cardKeySchema>;

export const cardGenerationSchema = z.number().int().min(0).max(1_000_000);
export const cardGenerationResponseSchema = z.object({ Generation: cardGenerationSchema });

/** Letters and digits that nobody confuses when reading a card aloud. 13 of them have 65 bits. */
export const cardLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const cardCodeLength = 13;

/** The code as it is stored, from what somebody typed. null: it is no code of a card. */
export function readCardCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === cardCodeLength && [...code].every((one) => cardLetters.includes(one)) ? code : null;
}

/** The code in groups that people can read and type, such as 0123-4567-89ABC. */
export function groupCardCode(code: string): string {
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-');
}

export const cardCodeResponseSchema = z.object({ Code: z.string() });

export const cardHolderSchema = z.object({
  MembershipID: z.string(),
  Generation: cardGenerationSchema,
  FirstName: z.string(),
  LastName: z.string(),
  /** The name of the company that the card is for. null: the card is a person's. */
  Organisation: z.string().nullable(),
});
export type CardHolder = z.infer<typeof cardHolderSchema>;
/** A list with one holder, or none if no valid card has the code. */
export const cardHoldersSchema = z.array(cardHolderSchema);

export interface CardsClient {
  /** Returns the code of the membership's cards: the same until they are revoked. */
  code(membershipId: string): Promise<string>;
  /** null: no card has this code, or it is revoked. */
  find(code: string): Promise<CardHolder | null>;
  keys(): Promise<CardKeyRecord[]>;
  /** A known key is not added again. Returns all keys, oldest first. */
  addKey(key: CardKeyRecord): Promise<CardKeyRecord[]>;
  generation(membershipId: string): Promise<number>;
  /**
   * @param atLeast the new generation. If the current generation is higher, nothing changes. null: the new generation
   * is the current generation plus 1
   */
  raiseGeneration(membershipId: string, atLeast: number | null): Promise<void>;
}

/** Only for our own API. Every method throws ApiRequestError if the API cannot be reached. */
export function createCardsClient(settings: {
  apiUrl: string;
  organisationId: number;
  client: { id: string; secret: string };
  clock: Clock;
}): CardsClient {
  const { apiUrl, organisationId, client, clock } = settings;
  const root = `${apiUrl}/api/v2/organisation/${organisationId}`;
  const transport: Transport = {
    fetch,
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    limits: defaultLimits,
  };
  const tokens = createTokenSource({ transport, tokenUrl: `${root}/token`, client, clock });

  /** After a temporary failure, the request is repeated. If the API gets a request twice, this does no harm. */
  const call = async (path: string, form: Record<string, string> | null): Promise<unknown> => {
    const init = form === null ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const send = async (token: string) =>
      sendRead(transport, `${root}/cards/${path}`, {
        ...init,
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      });
    const token = await tokens.get();
    let response = await send(token);
    if (response.status === 401) {
      response.cancel();
      tokens.discard(token);
      response = await send(await tokens.get());
    }
    if (response.status !== 200) throw await refusal(response, 'cards');
    return parseJson(await wholeText(response));
  };
  const membership = (id: string) => `memberships/${encodeURIComponent(id)}`;
  return {
    code: async (id) => read(cardCodeResponseSchema, await call(`${membership(id)}/code`, {})).Code,
    find: async (code) => read(cardHoldersSchema, await call(`codes/${code}`, null))[0] ?? null,
    keys: async () => read(z.array(cardKeySchema), await call('keys', null)),
    addKey: async (key) => read(z.array(cardKeySchema), await call('keys', key)),
    generation: async (id) => read(cardGenerationResponseSchema, await call(membership(id), null)).Generation,
    raiseGeneration: async (id, atLeast) => {
      await call(membership(id), atLeast === null ? {} : { Generation: String(atLeast) });
    },
  };
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw unreadable('The API’s response to cards is not in the expected format');
  return parsed.data;
}
