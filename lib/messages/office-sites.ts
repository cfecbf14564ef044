export const sitesText = {
  title: 'Sites',
  intro:
    'Sites and apps where members sign in with their membership account, or that read membership data through the API.',
  own: 'This is the directory itself. You cannot change or disconnect it, because then nobody could sign in.',
  none: 'No other site is connected.',
  add: 'Connect a site',
  back: 'All sites',
  restricted: 'only some members may sign in',
  saved: 'Saved. It applies from now on.',
  revoked: '{name} is disconnected.',
  save: 'Save',
  create: 'Connect',
  secretTitle: 'The secret is shown only now',
  secretText:
    'Copy the secret into the settings of the site. It cannot be shown again, but you can make a new one.',
  secret: 'Secret',
  publicTitle: 'This app has no secret',
  publicText: 'The app signs members in with its client ID alone.',
  useTitle: 'How it is used',
  lastUsed: 'Last used on {time}.',
  neverUsed: 'Not used yet.',
  nothingRefused: 'Nothing was refused in the last 7 days.',
  refused: 'Refused in the last 7 days:',
  refusedTimes: '{count, plural, one {Once} other {# times}}, last on {time}',
  latest: 'The latest requests',
  latestHint:
    'Anybody can send such requests. Change a setting only if you know that the request came from your site.',
  latestTimes: '{time}, {count, plural, one {once} other {# times}}',
  sentAddress: 'Sent: {sent}',
  askedScope: 'Asked for: {sent}',
  refusedSome: '{count, plural, one {# refusal} other {# refusals}} in the last 7 days',
  connection: 'What the site needs',
  issuer: 'Issuer (provider address)',
  discovery: 'Discovery document',
  clientId: 'Client ID',
  secretKept: 'the secret (shown only once, when it was made)',
  chooseTitle: 'Which software is it?',
  chooseText: 'We then fill in the form, and show what to type into the software.',
  chosen: 'The form is filled in for {software}. Look at it, then press “Connect”.',
  softwareLabel: 'Software',
  noSoftware: 'Other software, or an app that reads the API',
  at: 'Address of the site',
  atHint: 'For example https://wiki.example.org',
  atWrong: 'This is not a web address. Copy it from the browser, for example https://wiki.example.org',
  fill: 'Fill in the form',
  software: 'Settings by software',
  softwareText: 'docs/connect.md says which of these are tested, and lists more software.',
  rotateTitle: 'New secret',
  rotateText: 'The old secret works for another 24 hours, so that you can replace it in the site’s settings.',
  rotateNow:
    'The old secret and all the site’s tokens stop working immediately, and members may have to sign in there again. Choose this if somebody else may know the old secret.',
  rotate: 'Make a new secret',
  revokeTitle: 'Disconnect',
  revokeText:
    'If you disconnect the site, nobody can sign in there, and the site can no longer read the API. This cannot be undone.',
  revoke: 'Disconnect {name}',
  revokeConfirm: 'I want to disconnect this site',
} as const;

export const refusalText: Readonly<Record<string, readonly [what: string, fix: string]>> & {
  other: readonly [what: string, fix: string];
} = {
  secret: [
    'The secret was wrong',
    'Copy the secret into the settings of the site again. If nobody has it, make a new one below.',
  ],
  'redirect address': [
    'The address to return to is not in the list',
    'Compare the addresses above with the address that the site shows. One of the addresses above must be exactly the same as the site’s, letter by letter.',
  ],
  rules: [
    'A person was not allowed to sign in at this site',
    'We told the person why, and what they can do. The rules above decide who may sign in.',
  ],
  'not fetched': [
    'A member signed in here, but the site did not complete the sign-in',
    'If another reason is listed here, correct that first. Otherwise, check that the site’s server can reach the issuer below, and that the site does not forget a sign-in too soon (in WordPress, the “State time limit”).',
  ],
  invalid_request: [
    'A request was not valid',
    'Compare the settings of the site with those below. The site’s software may need an update.',
  ],
  invalid_grant: [
    'A code or token had expired or was used twice',
    'This happens if somebody goes back in their browser. If it happens often, check the clock of the site’s server.',
  ],
  invalid_scope: [
    'The site asked for rights that it does not have',
    'Above, under “What the site may do”, tick what the site needs. Or change the site’s own settings so that it asks for less.',
  ],
  unauthorized_client: [
    'The site tried to sign somebody in without an address to return to',
    'Add the address above.',
  ],
  other: ['Something else was refused', 'The log of the server has the details.'],
};

/** What was wrong in one request. If there is no text for a reason, the office shows what was sent. */
export const sentText: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  secret: {
    basic: 'A wrong secret, sent in the header (client_secret_basic).',
    form: 'A wrong secret, sent in the form (client_secret_post).',
    none: 'No secret. Enter it in the settings of the site.',
  },
  rules: {
    removed: 'A person who is no longer a member.',
    valid: 'A person without a valid membership.',
    types: 'A person with another membership type.',
    chapters: 'A person of another chapter.',
    states: 'A person with an address in another state.',
    committees: 'A person who is not on the committee.',
  },
  'not fetched': { '': 'The member was sent back to the site. The code was not used within a minute.' },
  'redirect address': { '': 'No address was sent.' },
  invalid_scope: { '': 'No rights were asked for.' },
};

export const siteFieldText = {
  name: ['Name', 'Members see this name when the site asks for their data.'],
  purposes: ['What the site may do'],
  redirects: [
    'Addresses to return to after sign-in',
    'One address on each line. The site’s software shows the address, often as “redirect” or “callback” address.',
  ],
  postLogout: ['Addresses to return to after sign-out', 'One on each line. Optional.'],
  postLogoutPrefixes: [
    'Starts of addresses to return to after sign-out',
    'One on each line. The site may return to every page below these addresses. WordPress and MediaWiki need this. Optional.',
  ],
  home: [
    'Home address of the site',
    'Members who are refused, signed out or too late find a link back to this address. Optional.',
  ],
  logout: ['Address to notify of a sign-out', 'For back-channel logout. Optional.'],
  firstParty: ['It is the association’s own site: members are not asked for consent'],
  public: ['It is an app without a server, so it cannot keep a secret'],
  pkce: ['Require PKCE'],
  idTokenClaims: ['Put name and email into the ID token: needed if the site shows people without a name'],
  omitIss: ['Leave out “iss” in responses: only if mod_auth_openidc shows an error about it'],
  legacy: [
    'The site has an old login plugin: send the last day and the approval in the form that the plugin understands',
  ],
  rules: ['Who may sign in'],
  validOnly: ['Only people with a valid membership'],
  types: ['Only these membership types'],
  chapters: ['Only these chapters'],
  states: ['Only these states', 'One state on each line, written as in members’ addresses.'],
  committees: ['Only committees'],
} as const satisfies Record<string, readonly [label: string, hint?: string]>;

export const purposeText = {
  signIn: 'Let members sign in, and see their name and email',
  membership: 'See the membership of the person who signs in: status, type, chapter',
  profile: 'See the whole profile of the person who signs in',
  basic: 'Read types, categories, addons and questions',
  members: 'Read all members',
  write: 'Change members',
} as const;

export const committeeText = { any: 'Any committee', own: 'The association’s committee' } as const;
