import { z } from 'zod';

const emptyAsMissing = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsMissing, schema.optional());
const webAddress = z
  .url({ protocol: /^https?$/, message: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));

const environment = z.object({
  PORT: z.preprocess(emptyAsMissing, z.coerce.number().int().min(1).max(65535).default(3000)),
  HOST: z.preprocess(emptyAsMissing, z.string().default('0.0.0.0')),
  BASE_URL: optional(webAddress),
  DATA_DIR: z.preprocess(emptyAsMissing, z.string().default('./.data')),
  DATABASE_URL: optional(z.string().regex(/^(sqlite:|postgres(ql)?:\/\/)/, 'must start with postgres://')),
  MEMBERSHIP_API_URL: optional(webAddress),
  MEMBERSHIP_ORGANISATION_ID: optional(z.coerce.number().int().positive()),
  MEMBERSHIP_CLIENT_ID: optional(z.string()),
  MEMBERSHIP_CLIENT_SECRET: optional(z.string()),
  AUTH_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')),
  MAIL_FROM: z.preprocess(emptyAsMissing, z.string().default('Chapterhouse <noreply@localhost>')),
  CONTACT_EMAIL: optional(z.email('must be an e-mail address')),
  MAP_TILES_URL: optional(
    z.string().regex(/^https?:\/\/.*\{z\}.*/, 'must be an address with {z}, {x} and {y}'),
  ),
  MAP_TILES_ATTRIBUTION: optional(z.string()),
  TRUST_PROXY: z.preprocess(emptyAsMissing, z.coerce.number().int().min(0).max(16).default(0)),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  LOG_LEVEL: z.preprocess(emptyAsMissing, z.enum(['info', 'warn', 'error', 'silent']).default('info')),
  RATE_LIMITS: z.preprocess(emptyAsMissing, z.enum(['on', 'off']).default('on')),
  CHAPTERHOUSE_NOW: optional(z.iso.datetime({ offset: true }).or(z.iso.date())),
});

/** What the operator set, parsed. Names follow the variables of docs/operators.md. */
export interface Config {
  port: number;
  host: string;
  /** Public address without a trailing slash: issuer, redirect and canonical URLs start with it. */
  baseUrl: string;
  dataDir: string;
  /** null: SQLite files in `dataDir`. */
  postgresUrl: string | null;
  /** null: embedded, this process is the API. */
  remoteApiUrl: string | null;
  organisationId: number | null;
  client: { id: string; secret: string } | null;
  /** null: generated into `dataDir`. */
  authSecret: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Who gets visitors' reports of mistakes; null: nobody, or there is no SMTP server to send them by. */
  contactEmail: string | null;
  /** Whether visitors can write to members: our own service knows the addresses, and an SMTP server takes the mail. */
  carriesMessages: boolean;
  mapTiles: { url: string; attribution: string } | null;
  /** How many proxies stand in front of this process. */
  trustProxy: number;
  /** Opens `/metrics`; null: there is none. */
  metricsToken: string | null;
  /** From which level on there are lines in the log. */
  logLevel: 'info' | 'warn' | 'error' | 'silent';
  /** false: a proxy in front limits the rate of requests. */
  limitsRequests: boolean;
  /** The time at start, for tests and demonstrations; null: the clock. */
  now: Date | null;
}

/**
 * The configuration from environment variables.
 * @throws ConfigError naming every variable that is wrong and what was expected
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const set = parsed.data;
  if ((set.MEMBERSHIP_CLIENT_ID === undefined) !== (set.MEMBERSHIP_CLIENT_SECRET === undefined)) {
    throw new ConfigError([
      'MEMBERSHIP_CLIENT_ID and MEMBERSHIP_CLIENT_SECRET go together: set both or neither',
    ]);
  }
  if (set.MEMBERSHIP_API_URL !== undefined) requireRemoteSettings(set);
  return {
    port: set.PORT,
    host: set.HOST,
    baseUrl: set.BASE_URL ?? `http://localhost:${set.PORT}`,
    dataDir: set.DATA_DIR,
    postgresUrl: set.DATABASE_URL?.startsWith('postgres') ? set.DATABASE_URL : null,
    remoteApiUrl: set.MEMBERSHIP_API_URL ?? null,
    organisationId: set.MEMBERSHIP_ORGANISATION_ID ?? null,
    client:
      set.MEMBERSHIP_CLIENT_ID !== undefined && set.MEMBERSHIP_CLIENT_SECRET !== undefined
        ? { id: set.MEMBERSHIP_CLIENT_ID, secret: set.MEMBERSHIP_CLIENT_SECRET }
        : null,
    authSecret: set.AUTH_SECRET ?? null,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM,
    contactEmail: set.SMTP_URL === undefined ? null : (set.CONTACT_EMAIL ?? null),
    carriesMessages: set.SMTP_URL !== undefined && set.MEMBERSHIP_API_URL === undefined,
    mapTiles:
      set.MAP_TILES_URL === undefined
        ? null
        : { url: set.MAP_TILES_URL, attribution: set.MAP_TILES_ATTRIBUTION ?? '' },
    trustProxy: set.TRUST_PROXY,
    metricsToken: set.METRICS_TOKEN ?? null,
    logLevel: set.LOG_LEVEL,
    limitsRequests: set.RATE_LIMITS === 'on',
    now: set.CHAPTERHOUSE_NOW === undefined ? null : new Date(set.CHAPTERHOUSE_NOW),
  };
}

/** A setting is missing or wrong; the message has one line for each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  constructor(problems: string[]) {
    super(problems.join('\n'));
  }
}

function requireRemoteSettings(set: z.infer<typeof environment>): void {
  const missing = (
    ['MEMBERSHIP_ORGANISATION_ID', 'MEMBERSHIP_CLIENT_ID', 'MEMBERSHIP_CLIENT_SECRET'] as const
  )
    .filter((name) => set[name] === undefined)
    .map((name) => `${name}: must be set when MEMBERSHIP_API_URL is`);
  if (missing.length > 0) throw new ConfigError(missing);
}
