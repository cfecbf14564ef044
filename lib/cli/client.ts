import { Option, type Command } from 'commander';
import { createClient, listClients, revokeClient, rotateSecret } from '@/lib/sign-in/oauth/clients';
import type { ClientRules } from '@/lib/sign-in/oauth/client-rules';
import { updateClient, type ClientChange } from '@/lib/sign-in/oauth/update-client';
import type { Scope } from '@/lib/contract/resources';
import { signingAlgorithms, type SigningAlgorithm } from '@/lib/sign-in/oauth/signing-algorithms';
import { collect, parseId, parseScopes } from './arguments';
import { refuseOwnClient } from './own-client';
import type { Terminal } from './terminal';
import { CommandError, withSession } from './session';

interface CreateOptions {
  organisation: number;
  name: string;
  scope: Scope[];
  redirectUri?: string[];
  postLogoutUri?: string[];
  postLogoutPrefix?: string[];
  home?: string;
  firstParty?: boolean;
  public?: boolean;
  requirePkce?: boolean;
  iss?: boolean;
  omitIss?: boolean;
  idTokenClaims?: boolean;
  adminExtras?: boolean;
  allowHttp?: boolean;
  legacyStatus?: boolean;
  backchannelLogoutUri?: string;
  backchannelPrivate?: boolean;
  idTokenAlg?: SigningAlgorithm;
  validMembersOnly?: boolean;
  onlyType?: string[];
  onlyChapter?: string[];
  onlyState?: string[];
  onlyCommittee?: string[];
  json?: boolean;
}

export function addClientCommands(program: Command, terminal: Terminal): void {
  const client = program.command('client').description('the sites and apps that may use the API');
  addCreate(client, terminal);
  addList(client, terminal);
  addUpdate(client, terminal);
  addRotate(client, terminal);
  addRevoke(client, terminal);
}

function addCreate(client: Command, terminal: Terminal): void {
  const command = client
    .command('create')
    .description('register a client; its secret is shown once')
    .requiredOption('--organisation <id>', 'the organisation whose members it may read', parseId)
    .requiredOption('--name <name>', 'what members see when they are asked for consent')
    .requiredOption(
      '--scope <list>',
      'basic, members, user, members:write, or for OpenID Connect openid, profile, email, address, phone; a list, or repeat the option',
      parseScopes,
    )
    .option('--redirect-uri <uri>', 'an address that codes may be sent to; may be repeated', collect)
    .option('--post-logout-uri <uri>', 'an address to return to after sign-out; may be repeated', collect)
    .option('--post-logout-prefix <uri>', prefixHelp, collect)
    .option('--home <uri>', homeHelp)
    .option('--first-party', "the organisation's own client: members are not asked for consent")
    .option('--public', 'an app that cannot keep a secret: it gets none and must use PKCE')
    .option('--require-pkce', 'refuse sign-ins without PKCE')
    .option('--iss', 'return our issuer with the code (RFC 9207)')
    .option('--omit-iss', omitIssHelp)
    .option('--id-token-claims', idTokenClaimsHelp)
    .option('--admin-extras', 'show admin-only extras')
    .option('--allow-http', 'allow redirect addresses without TLS')
    .option('--legacy-status', legacyStatusHelp)
    .option('--backchannel-logout-uri <uri>', backchannelHelp)
    .option('--backchannel-private', backchannelPrivateHelp)
    .addOption(idTokenAlgorithm())
    .option('--json', 'one JSON document on standard output: id, secret');
  addRules(command).action((options: CreateOptions) =>
    withSession(terminal, options, async ({ store, clock, print }) => {
      const { id, secret } = await createClient(store, toNewClient(options), clock());
      print({ id, secret }, [
        `Client ID:     ${id}`,
        `Client secret: ${secret ?? '(none: a public client)'}`,
        ...(secret === null ? [] : ['Store the secret now: it is not shown again.']),
      ]);
    }),
  );
}

/** The rules on the command line replace all rules of the client. */
function addRules(command: Command): Command {
  return command
    .option('--valid-members-only', 'only people with a valid membership may sign in')
    .option('--only-type <id>', 'only with a valid membership of this type; may be repeated', collect)
    .option('--only-chapter <id>', 'only with a valid membership in this chapter; may be repeated', collect)
    .option('--only-state <state>', 'only people with this state in their address; may be repeated', collect)
    .option(
      '--only-committee <id>',
      "only people on the committee of the chapter with this ID; own means the organisation's committee, any means any committee; may be repeated",
      collect,
    );
}

const prefixHelp = 'every address below this one may also be returned to after sign-out; may be repeated';
const homeHelp = "the site's own page, to which pages about a refused or ended sign-in lead; '' for none";
const omitIssHelp = 'never return our issuer, for software that cannot read a response with it';
const idTokenClaimsHelp =
  'put the claims of profile and email into the ID token, for software that does not read userinfo';
const backchannelHelp =
  "the address that is told when a session has ended (back-channel logout); '' for none";
const backchannelPrivateHelp = 'the back-channel logout address may use http or be in a private network';

const legacyStatusHelp =
  'for published login plugins: send the last day and the approval in the form that these plugins expect';

/** undefined: the command line names no rule. */
function toRules(options: Partial<CreateOptions>): ClientRules | undefined {
  const { validMembersOnly, onlyType, onlyChapter, onlyState, onlyCommittee } = options;
  const lists = [onlyType, onlyChapter, onlyState, onlyCommittee];
  if (validMembersOnly === undefined && lists.every((list) => list === undefined)) return undefined;
  return {
    validOnly: validMembersOnly ?? false,
    types: onlyType ?? [],
    chapters: onlyChapter ?? [],
    states: onlyState ?? [],
    committees: onlyCommittee ?? [],
  };
}

function idTokenAlgorithm(): Option {
  return new Option(
    '--id-token-alg <algorithm>',
    'the algorithm that signs its ID tokens; the default is RS256',
  ).choices(signingAlgorithms);
}

function toNewClient(options: CreateOptions) {
  return {
    organisationId: options.organisation,
    name: options.name,
    scopes: options.scope,
    redirectUris: options.redirectUri ?? [],
    postLogoutUris: options.postLogoutUri ?? [],
    postLogoutPrefixes: options.postLogoutPrefix ?? [],
    homeUrl: options.home || null,
    isFirstParty: options.firstParty ?? false,
    isPublic: options.public ?? false,
    requiresPkce: options.requirePkce ?? false,
    sendsIss: options.iss ?? false,
    omitsIss: options.omitIss ?? false,
    hasIdTokenClaims: options.idTokenClaims ?? false,
    seesAdminExtras: options.adminExtras ?? false,
    allowsHttp: options.allowHttp ?? false,
    hasLegacyStatus: options.legacyStatus ?? false,
    backchannelLogoutUri: options.backchannelLogoutUri ?? null,
    allowsPrivateLogout: options.backchannelPrivate ?? false,
    idTokenAlgorithm: options.idTokenAlg ?? 'RS256',
    rules: toRules(options) ?? null,
  };
}

function addList(client: Command, terminal: Terminal): void {
  client
    .command('list')
    .description('list clients, oldest first')
    .option('--organisation <id>', 'only clients of this organisation', parseId)
    .option('--json', 'one JSON document on standard output')
    .action((options: { organisation?: number; json?: boolean }) =>
      withSession(terminal, options, async ({ store, print }) => {
        const clients = await listClients(store, options.organisation ?? null);
        const lines = clients.map(
          ({ id, organisationId, name, scopes, revokedAt }) =>
            `${id}  organisation ${organisationId}  ${scopes.join(' ')}  ${name}${revokedAt === null ? '' : '  (revoked)'}`,
        );
        print(clients, lines.length > 0 ? lines : 'There are no clients yet.');
      }),
    );
}

type UpdateOptions = Partial<Omit<CreateOptions, 'organisation' | 'public'>> & { anyone?: boolean };

function addUpdate(client: Command, terminal: Terminal): void {
  const command = client
    .command('update')
    .argument('<id>', "the client's ID")
    .description('change a client; its ID, its secret and all other settings stay the same')
    .option('--name <name>', 'what members see when they are asked for consent')
    .option('--scope <list>', 'replace its scopes; tokens with a removed scope are revoked', parseScopes)
    .option('--redirect-uri <uri>', 'replace its redirect addresses; may be repeated', collect)
    .option('--post-logout-uri <uri>', 'replace the addresses to return to after sign-out', collect)
    .option('--post-logout-prefix <uri>', `replace these: ${prefixHelp}`, collect)
    .option('--home <uri>', homeHelp)
    .option('--backchannel-logout-uri <uri>', backchannelHelp);
  const switches = [
    ['first-party', 'members are not asked for consent'],
    ['require-pkce', 'refuse sign-ins without PKCE'],
    ['iss', 'return our issuer with the code (RFC 9207)'],
    ['omit-iss', omitIssHelp],
    ['id-token-claims', idTokenClaimsHelp],
    ['admin-extras', 'show admin-only extras'],
    ['allow-http', 'allow redirect addresses without TLS'],
    ['legacy-status', legacyStatusHelp],
    ['backchannel-private', backchannelPrivateHelp],
  ] as const;
  for (const [name, text] of switches)
    command.option(`--${name}`, text).option(`--no-${name}`, `switch --${name} off`);
  addRules(command)
    .option('--anyone', 'remove the rules: everybody who belongs to the association may sign in')
    .addOption(idTokenAlgorithm())
    .option('--json', 'one JSON document on standard output')
    .action((id: string, options: UpdateOptions) =>
      withSession(terminal, options, async (session) => {
        const { store, clock, print } = session;
        const change = toChange(options);
        if (Object.keys(change).length === 0)
          throw new CommandError('Name at least one setting to change. --help lists them.');
        await refuseOwnClient(session, id);
        const updated = await updateClient(store, { id, change }, clock());
        print(updated, `Client ${id} is updated.`);
      }),
    );
}

function toChange({ json: _, ...options }: UpdateOptions): ClientChange {
  const change = {
    name: options.name,
    scopes: options.scope,
    redirectUris: options.redirectUri,
    postLogoutUris: options.postLogoutUri,
    postLogoutPrefixes: options.postLogoutPrefix,
    homeUrl: options.home === '' ? null : options.home,
    isFirstParty: options.firstParty,
    requiresPkce: options.requirePkce,
    sendsIss: options.iss,
    omitsIss: options.omitIss,
    hasIdTokenClaims: options.idTokenClaims,
    seesAdminExtras: options.adminExtras,
    allowsHttp: options.allowHttp,
    hasLegacyStatus: options.legacyStatus,
    backchannelLogoutUri: options.backchannelLogoutUri === '' ? null : options.backchannelLogoutUri,
    allowsPrivateLogout: options.backchannelPrivate,
    idTokenAlgorithm: options.idTokenAlg,
    rules: options.anyone === true ? null : toRules(options),
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function addRotate(client: Command, terminal: Terminal): void {
  client
    .command('rotate')
    .argument('<id>', "the client's ID")
    .description('give a client a new secret; the old one works for 24 more hours')
    .option('--now', 'end the old secret and all tokens immediately')
    .option('--json', 'one JSON document on standard output: id, secret')
    .action((id: string, options: { now?: boolean; json?: boolean }) =>
      withSession(terminal, options, async (session) => {
        const { store, clock, print } = session;
        await refuseOwnClient(session, id);
        const secret = await rotateSecret(store, { id, isImmediate: options.now ?? false }, clock());
        print({ id, secret }, [
          `New client secret: ${secret}`,
          'Store the secret now: it is not shown again.',
        ]);
      }),
    );
}

function addRevoke(client: Command, terminal: Terminal): void {
  client
    .command('revoke')
    .argument('<id>', "the client's ID")
    .description('end a client and all its tokens')
    .option('--json', 'one JSON document on standard output')
    .action((id: string, options: { json?: boolean }) =>
      withSession(terminal, options, async (session) => {
        const { store, clock, print } = session;
        await refuseOwnClient(session, id);
        await revokeClient(store, id, clock());
        print({ id, revoked: true }, `Client ${id} is revoked.`);
      }),
    );
}
