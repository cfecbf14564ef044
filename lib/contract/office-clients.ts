import { z } from 'zod';

const texts = z.array(z.string());

export const officeClientSchema = z.object({
  ID: z.string(),
  Name: z.string(),
  /** Whether the client is the directory's own client, which cannot be changed. */
  Own: z.boolean(),
  Public: z.boolean(),
  Scopes: texts,
  RedirectURIs: texts,
  PostLogoutURIs: texts,
  PostLogoutPrefixes: texts,
  HomeURL: z.string().nullable(),
  BackchannelLogoutURI: z.string().nullable(),
  FirstParty: z.boolean(),
  RequirePKCE: z.boolean(),
  LegacyStatus: z.boolean(),
  IDTokenClaims: z.boolean(),
  OmitIss: z.boolean(),
  Rules: z
    .object({ ValidOnly: z.boolean(), Types: texts, Chapters: texts, States: texts, Committees: texts })
    .nullable(),
  CreatedAt: z.string(),
});
export type OfficeClient = z.infer<typeof officeClientSchema>;

/**
 * When the client was last used, and which requests were refused. Only the response with the list of clients contains
 * these fields.
 */
const useSchema = z.object({
  LastUsedAt: z.string().nullable(),
  /** The refusals of the last seven days. */
  Refused: z.array(
    z.object({
      Reason: z.string(),
      Count: z.number(),
      LastAt: z.string(),
      /** The latest requests that were refused, the latest first. Strangers choose the texts in `Sent`. */
      Latest: z.array(z.object({ At: z.string(), Sent: z.string(), Count: z.number() })),
    }),
  ),
});
export type ClientUse = z.infer<typeof useSchema>;

const listedClientSchema = officeClientSchema.extend(useSchema.shape);
export type ListedClient = z.infer<typeof listedClientSchema>;
export const officeClientsSchema = z.object({ Clients: z.array(listedClientSchema) });

/** `Secret` null: the client is public and has no secret. */
export const newClientSchema = z.object({ Client: officeClientSchema, Secret: z.string().nullable() });
export const newSecretSchema = z.object({ Secret: z.string() });
