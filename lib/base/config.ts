import { z } from 'zod';

const emptyAsMissing = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsMissing, schema.optional());
const webAddress = z
  .url({ protocol: /^https?$/, message: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Must be the root of a host, because all paths of the service, its cookies and all links start there. */
const rootAddress = webAddress
  .refine(
    (url) => `${new URL(url).origin}/` === new URL(url).href,
    'must be the root of a host, such as https://members.example.org, without a path, query or user name',
  )
  .transform((url) => new URL(url).origin);

const environment = z.object({
  PORT: z.preprocess(emptyAsMissing, z.coerce.number().int().min(1).max(65535).default(3000)),
  HOST: z.preprocess(emptyAsMissing, z.string().default('0.0.0.0')),
  PROCESSES: z.preprocess(emptyAsMissing, z.coerce.number().int().min(1).max(64).default(1)),
  BASE_URL: optional(rootAddress),
  DATA_DIR: z.preprocess(emptyAsMissing, z.string().default('./.data')),
  DATABASE_URL: optional(z.string().regex(/^(sqlite:|postgres(ql)?:\/\/)/, 'must start with postgres://')),
  DATABASE_NAMED_STATEMENTS: z.preprocess(emptyAsMissing, z.enum(['on', 'off']).default('on')),
  MEMBERSHIP_API_URL: optional(webAddress),
  MEMBERSHIP_ORGANISATION_ID: optional(z.coerce.number().int().positive()),
  MEMBERSHIP_CLIENT_ID: optional(z.string()),
  MEMBERSHIP_CLIENT_SECRET: optional(z.string()),
  ORGANISATION_NAME: optional(
    z.string().trim().min(1, 'must not be blank').max(200, 'must have at most 200 characters'),
  ),
  ORGANISATION_LOGO_URL: optional(
    z.url({ protocol: /^https?$/, message: 'must be an http or https address' }),
  ),
  ORGANISATION_COLOUR: optional(z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1d4ed8')),
  ORGANISATION_COUNTRY: optional(
    z.string().trim().min(1, 'must be the name of a country, such as Australia'),
  ),
  ORGANISATION_TIME_ZONE: optional(
    z.string().refine(isTimeZone, 'must be the name of a time zone, such as Australia/Melbourne'),
  ),
  ORGANISATION_CURRENCY: optional(
    z.string().regex(/^[A-Z]{3}$/, 'must be a code of three letters, such as AUD'),
  ),
  AUTH_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')),
  MAIL_FROM: z.preprocess(emptyAsMissing, z.string().default('Chapterhouse <noreply@localhost>')),
  CONTACT_EMAIL: optional(z.email('must be an email address')),
  MAP_TILES_URL: optional(
    z.string().regex(/^https?:\/\/.*\{z\}.*/, 'must be an address with {z}, {x} and {y}'),
  ),
  MAP_TILES_ATTRIBUTION: optional(z.string()),
  // The path of a file, or an http address.
  MAP_STREETS: optional(
    z
      .string()
      .refine(
        (place) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(place) || /^https?:\/\/[^/]/.test(place),
        'must be a file or an http or https address',
      ),
  ),
  // Whether the address may use http and be in a private network.
  MAP_STREETS_PRIVATE: z.preprocess(emptyAsMissing, z.enum(['on', 'off']).default('off')),
  TRUST_PROXY: z.preprocess(emptyAsMissing, z.coerce.number().int().min(0).max(16).default(0)),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  LOG_LEVEL: optional(z.enum(['info', 'warn', 'error', 'silent'])),
  RATE_LIMITS: z.preprocess(emptyAsMissing, z.enum(['on', 'off']).default('on')),
  JOURNAL_MONTHS: z.preprocess(emptyAsMissing, z.coerce.number().int().min(1).max(1200).default(24)),
  CHAPTERHOUSE_NOW: optional(z.iso.datetime({ offset: true }).or(z.iso.date())),
});

export const settingNames: readonly string[] = Object.keys(environment.shape);

export function environmentNames(env: Record<string, string | undefined> = process.env): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]));
}

/** A copy of the function in `text-kinds.ts`, because this file imports no other file. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export interface Config {
  port: number;
  host: string;
  processes: number;
  /** Without a trailing slash. Issuer, redirect and canonical URLs start with it. */
  baseUrl: string;
  dataDir: string;
  /** null: SQLite files in `dataDir`. */
  postgresUrl: string | null;
  /**
   * false: PostgreSQL is behind a proxy that may run each transaction on a different connection, so named statements
   * cannot be used.
   */
  namesStatements: boolean;
  /** null: the API runs in this process. */
  remoteApiUrl: string | null;
  organisationId: number | null;
  client: { id: string; secret: string } | null;
  /**
   * The association's name, logo and other settings if the directory uses another site's API. With our own API, these
   * settings are in the database. null: not set.
   */
  association: Record<'name' | 'logoUrl' | 'colour' | 'country' | 'timeZone' | 'currency', string | null>;
  /** null: generated into `dataDir`. */
  authSecret: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** The recipient of visitors' reports of mistakes. null: there is no recipient, or no SMTP server. */
  contactEmail: string | null;
  /**
   * Visitors can write to members. This needs an SMTP server, and an API of our own, which has the members' email
   * addresses.
   */
  carriesMessages: boolean;
  mapTiles: { url: string; attribution: string } | null;
  /** A PMTiles file, or its address. null: not set. */
  mapStreets: string | null;
  /** The address in `mapStreets` may use http and be in a private network. */
  allowsPrivateStreets: boolean;
  /** The number of proxies in front of this process. */
  trustProxy: number;
  /** Protects `/metrics`. null: `/metrics` does not exist. */
  metricsToken: string | null;
  /** The lowest level that is logged. null: `warn` on a terminal, otherwise `info`. */
  logLevel: 'info' | 'warn' | 'error' | 'silent' | null;
  /** false: the server does not limit requests, because a proxy in front does. */
  limitsRequests: boolean;
  journalMonths: number;
  /** What the clock shows at start, for tests and demonstrations. null: the system's time. */
  now: Date | null;
}

/** @throws ConfigError naming every invalid variable and what was expected */
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
  if (set.MAP_TILES_URL !== undefined && set.MAP_STREETS !== undefined)
    throw new ConfigError(['MAP_STREETS and MAP_TILES_URL cannot be used together: set only one of them']);
  if (set.MEMBERSHIP_API_URL === undefined) refuseAssociation(set);
  else requireRemoteSettings(set);
  return {
    port: set.PORT,
    host: set.HOST,
    processes: set.PROCESSES,
    baseUrl: set.BASE_URL ?? `http://localhost:${set.PORT}`,
    dataDir: set.DATA_DIR,
    postgresUrl: set.DATABASE_URL?.startsWith('postgres') ? set.DATABASE_URL : null,
    namesStatements: set.DATABASE_NAMED_STATEMENTS === 'on',
    remoteApiUrl: set.MEMBERSHIP_API_URL ?? null,
    organisationId: set.MEMBERSHIP_ORGANISATION_ID ?? null,
    client:
      set.MEMBERSHIP_CLIENT_ID !== undefined && set.MEMBERSHIP_CLIENT_SECRET !== undefined
        ? { id: set.MEMBERSHIP_CLIENT_ID, secret: set.MEMBERSHIP_CLIENT_SECRET }
        : null,
    association: {
      name: set.ORGANISATION_NAME ?? null,
      logoUrl: set.ORGANISATION_LOGO_URL ?? null,
      colour: set.ORGANISATION_COLOUR ?? null,
      country: set.ORGANISATION_COUNTRY ?? null,
      timeZone: set.ORGANISATION_TIME_ZONE ?? null,
      currency: set.ORGANISATION_CURRENCY ?? null,
    },
    authSecret: set.AUTH_SECRET ?? null,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM,
    contactEmail: set.SMTP_URL === undefined ? null : (set.CONTACT_EMAIL ?? null),
    carriesMessages: set.SMTP_URL !== undefined && set.MEMBERSHIP_API_URL === undefined,
    mapTiles:
      set.MAP_TILES_URL === undefined
        ? null
        : { url: set.MAP_TILES_URL, attribution: set.MAP_TILES_ATTRIBUTION ?? '' },
    mapStreets: set.MAP_STREETS ?? null,
    allowsPrivateStreets: set.MAP_STREETS_PRIVATE === 'on',
    trustProxy: set.TRUST_PROXY,
    metricsToken: set.METRICS_TOKEN ?? null,
    logLevel: set.LOG_LEVEL ?? null,
    limitsRequests: set.RATE_LIMITS === 'on',
    journalMonths: set.JOURNAL_MONTHS,
    now: set.CHAPTERHOUSE_NOW === undefined ? null : new Date(set.CHAPTERHOUSE_NOW),
  };
}

/** The message has one line for each wrong or missing setting. */
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

/**
 * The association's settings are in the database. With values in both places, the operator would not know which is
 * used.
 */
function refuseAssociation(set: z.infer<typeof environment>): void {
  const stored = {
    ORGANISATION_NAME: 'name',
    ORGANISATION_LOGO_URL: 'logoUrl',
    ORGANISATION_COLOUR: 'colour',
    ORGANISATION_COUNTRY: 'country',
    ORGANISATION_TIME_ZONE: 'timeZone',
    ORGANISATION_CURRENCY: 'currency',
  } as const;
  const names = Object.keys(stored) as (keyof typeof stored)[];
  const problems = names
    .filter((name) => set[name] !== undefined)
    .map(
      (name) =>
        `${name}: is for another site's association (MEMBERSHIP_API_URL). Yours is in the database: ` +
        `./chapterhouse organisation set ${stored[name]}=VALUE --organisation ID`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
}
