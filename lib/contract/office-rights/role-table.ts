/**
 * What each role may do in the office. The service's checks, docs/office.md and the tests all read this one table of
 * endpoints and roles (docs/decisions.md, J24).
 */
import { officeRoles, type OfficeRole } from '@/lib/contract/fields/role';

/**
 * Which members the endpoint covers. `yes`: everybody. `own members`: people who have memberships only in the officer's
 * chapters. `contact details if allowed`: everybody, with private contact fields only if a setting lets readers see
 * them. `no`: the role is not allowed to use the endpoint.
 */
export type Allowed = 'yes' | 'own members' | 'contact details if allowed' | 'no';

export interface OfficeEndpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The part of the path after `/api/v2/organisation/{ID}/office/`. */
  path: string;
  /** Describes, in words for people, what the endpoint does. */
  does: string;
  /** The person must have signed in within the last ten minutes (J25). */
  isSensitive: boolean;
  allowed: Record<OfficeRole, Allowed>;
}

const everybody: OfficeEndpoint['allowed'] = {
  owner: 'yes',
  secretary: 'yes',
  officer: 'yes',
  reader: 'yes',
};
const owners: OfficeEndpoint['allowed'] = { owner: 'yes', secretary: 'no', officer: 'no', reader: 'no' };
const editors: OfficeEndpoint['allowed'] = {
  owner: 'yes',
  secretary: 'yes',
  officer: 'own members',
  reader: 'no',
};

const managers: OfficeEndpoint['allowed'] = { owner: 'yes', secretary: 'yes', officer: 'no', reader: 'no' };

const members: OfficeEndpoint['allowed'] = {
  owner: 'yes',
  secretary: 'yes',
  officer: 'own members',
  reader: 'contact details if allowed',
};

export const officeEndpoints = {
  me: {
    method: 'GET',
    path: 'me',
    does: 'show my role and what it allows',
    isSensitive: false,
    allowed: everybody,
  },
  listRoles: {
    method: 'GET',
    path: 'roles',
    does: 'list who has a role',
    isSensitive: false,
    allowed: owners,
  },
  setRole: {
    method: 'PUT',
    path: 'roles/{PersonID}',
    does: 'give a person a role, which replaces any earlier role',
    isSensitive: true,
    allowed: owners,
  },
  inviteRole: {
    method: 'POST',
    path: 'roles',
    does: 'give a role to the person with the email address in the request, and invite them',
    isSensitive: true,
    allowed: owners,
  },
  removeRole: {
    method: 'DELETE',
    path: 'roles/{PersonID}',
    does: "remove a person's role",
    isSensitive: true,
    allowed: owners,
  },
  readStructure: {
    method: 'GET',
    path: 'structure',
    does: 'list the types, categories, chapters, addons and extras',
    isSensitive: false,
    allowed: everybody,
  },
  readSettings: {
    method: 'GET',
    path: 'settings',
    does: 'show the settings, with all types, categories, chapters, addons and extras',
    isSensitive: false,
    allowed: managers,
  },
  changeSettings: {
    method: 'PATCH',
    path: 'settings',
    does: 'change the settings',
    isSensitive: true,
    allowed: owners,
  },
  addPicture: {
    method: 'POST',
    path: 'pictures',
    does: 'upload a logo or another picture',
    isSensitive: true,
    allowed: owners,
  },
  addItem: {
    method: 'POST',
    path: 'settings/{Items}',
    does: 'add a type, category, chapter, addon or extra',
    isSensitive: true,
    allowed: owners,
  },
  changeItem: {
    method: 'PATCH',
    path: 'settings/{Items}/{ItemID}',
    does: 'change a type, category, chapter, addon or extra',
    isSensitive: true,
    allowed: owners,
  },
  removeItem: {
    method: 'DELETE',
    path: 'settings/{Items}/{ItemID}',
    does: 'remove a type, category, chapter, addon or extra',
    isSensitive: true,
    allowed: owners,
  },
  listClients: {
    method: 'GET',
    path: 'clients',
    does: 'list the sites and apps that may use the API',
    isSensitive: false,
    allowed: owners,
  },
  addClient: {
    method: 'POST',
    path: 'clients',
    does: 'add a site or app',
    isSensitive: true,
    allowed: owners,
  },
  changeClient: {
    method: 'PATCH',
    path: 'clients/{ClientID}',
    does: 'change the settings of a site or app',
    isSensitive: true,
    allowed: owners,
  },
  rotateClient: {
    method: 'POST',
    path: 'clients/{ClientID}/secret',
    does: 'give a site or app a new secret',
    isSensitive: true,
    allowed: owners,
  },
  revokeClient: {
    method: 'DELETE',
    path: 'clients/{ClientID}',
    does: 'remove a site or app, and end its tokens',
    isSensitive: true,
    allowed: owners,
  },
  listWebhooks: {
    method: 'GET',
    path: 'webhooks',
    does: 'list the systems that are notified of changes',
    isSensitive: false,
    allowed: owners,
  },
  addWebhook: {
    method: 'POST',
    path: 'webhooks',
    does: 'notify a system of changes',
    isSensitive: true,
    allowed: owners,
  },
  testWebhook: {
    method: 'POST',
    path: 'webhooks/{WebhookID}/test',
    does: 'send a test to a system',
    isSensitive: false,
    allowed: owners,
  },
  replayWebhook: {
    method: 'POST',
    path: 'webhooks/{WebhookID}/replay',
    does: 'send earlier changes again',
    isSensitive: false,
    allowed: owners,
  },
  enableWebhook: {
    method: 'POST',
    path: 'webhooks/{WebhookID}/enable',
    does: 'notify a system again after it was disabled',
    isSensitive: false,
    allowed: owners,
  },
  rotateWebhook: {
    method: 'POST',
    path: 'webhooks/{WebhookID}/secret',
    does: 'give a system a new secret',
    isSensitive: true,
    allowed: owners,
  },
  removeWebhook: {
    method: 'DELETE',
    path: 'webhooks/{WebhookID}',
    does: 'stop notifying a system',
    isSensitive: true,
    allowed: owners,
  },
  readHealth: {
    method: 'GET',
    path: 'health',
    does: 'show the checks, the backups, the storage and the version',
    isSensitive: false,
    allowed: owners,
  },
  checkHealth: {
    method: 'POST',
    path: 'health/check',
    does: 'check the installation now',
    isSensitive: false,
    allowed: owners,
  },
  backUp: {
    method: 'POST',
    path: 'health/backup',
    does: 'back up now',
    isSensitive: false,
    allowed: owners,
  },
  listImports: {
    method: 'GET',
    path: 'imports',
    does: 'list the uploaded files of the last day',
    isSensitive: false,
    allowed: managers,
  },
  addImport: {
    method: 'POST',
    path: 'imports',
    does: 'upload a file with members and check it',
    isSensitive: false,
    allowed: managers,
  },
  readImport: {
    method: 'GET',
    path: 'imports/{ImportID}',
    does: 'show what an uploaded file would change',
    isSensitive: false,
    allowed: managers,
  },
  checkImport: {
    method: 'PUT',
    path: 'imports/{ImportID}',
    does: 'check an uploaded file again, with other settings',
    isSensitive: false,
    allowed: managers,
  },
  removeImport: {
    method: 'DELETE',
    path: 'imports/{ImportID}',
    does: 'delete an uploaded file',
    isSensitive: false,
    allowed: managers,
  },
  runImport: {
    method: 'POST',
    path: 'imports/{ImportID}/run',
    does: 'import an uploaded file',
    isSensitive: false,
    allowed: managers,
  },
  stopImport: {
    method: 'POST',
    path: 'imports/{ImportID}/stop',
    does: 'stop a check or an import',
    isSensitive: false,
    allowed: managers,
  },
  listMembers: {
    method: 'GET',
    path: 'members',
    does: 'search, filter and sort the members',
    isSensitive: false,
    allowed: members,
  },
  exportMembers: {
    method: 'GET',
    path: 'export',
    does: 'export a list of members as a file',
    isSensitive: true,
    allowed: editors,
  },
  listViews: {
    method: 'GET',
    path: 'views',
    does: 'list my saved views, and shared ones',
    isSensitive: false,
    allowed: everybody,
  },
  addView: {
    method: 'POST',
    path: 'views',
    does: 'save a view; owners and secretaries share it',
    isSensitive: false,
    allowed: everybody,
  },
  changeView: {
    method: 'PATCH',
    path: 'views/{ViewID}',
    does: 'rename or share my view; owners and secretaries also change shared ones',
    isSensitive: false,
    allowed: everybody,
  },
  removeView: {
    method: 'DELETE',
    path: 'views/{ViewID}',
    does: 'delete my view; owners and secretaries also delete shared ones',
    isSensitive: false,
    allowed: everybody,
  },
  addBulk: {
    method: 'POST',
    path: 'bulk',
    does: 'check a planned change to many members, or planned invitations, without carrying them out',
    isSensitive: false,
    allowed: editors,
  },
  readBulk: {
    method: 'GET',
    path: 'bulk/{BulkID}',
    does: 'show what a change to many members would do and has done',
    isSensitive: false,
    allowed: editors,
  },
  runBulk: {
    method: 'POST',
    path: 'bulk/{BulkID}/run',
    does: 'change the members',
    isSensitive: false,
    allowed: editors,
  },
  sendBulk: {
    method: 'POST',
    path: 'bulk/{BulkID}/send',
    does: 'email the invitations',
    isSensitive: true,
    allowed: editors,
  },
  stopBulk: {
    method: 'POST',
    path: 'bulk/{BulkID}/stop',
    does: 'stop changing or emailing',
    isSensitive: false,
    allowed: editors,
  },
  readMember: {
    method: 'GET',
    path: 'members/{MembershipID}',
    does: 'show a member',
    isSensitive: false,
    allowed: members,
  },
  addMember: {
    method: 'POST',
    path: 'members',
    does: 'add a member, or a company with its sub-members',
    isSensitive: false,
    allowed: managers,
  },
  changeMember: {
    method: 'PATCH',
    path: 'members/{MembershipID}',
    does: 'change a member',
    isSensitive: false,
    allowed: editors,
  },
  removeMember: {
    method: 'DELETE',
    path: 'members/{MembershipID}',
    does: 'remove a membership',
    isSensitive: false,
    allowed: managers,
  },
  addMemberPicture: {
    method: 'POST',
    path: 'members/{MembershipID}/pictures',
    does: 'upload a picture or logo of a member',
    isSensitive: false,
    allowed: editors,
  },
  readMemberPicture: {
    method: 'GET',
    path: 'members/{MembershipID}/pictures/{PictureID}',
    does: 'show a picture or logo of a member, also if it is not public',
    isSensitive: false,
    allowed: editors,
  },
  mergeMember: {
    method: 'POST',
    path: 'members/{MembershipID}/merge',
    does: 'merge another member into a member',
    isSensitive: false,
    allowed: managers,
  },
  listPages: {
    method: 'GET',
    path: 'pages',
    does: 'list the pages for members',
    isSensitive: false,
    allowed: managers,
  },
  addPage: {
    method: 'POST',
    path: 'pages',
    does: 'add a page for members',
    isSensitive: false,
    allowed: managers,
  },
  readPage: {
    method: 'GET',
    path: 'pages/{PageID}',
    does: 'show a page for members',
    isSensitive: false,
    allowed: managers,
  },
  changePage: {
    method: 'PATCH',
    path: 'pages/{PageID}',
    does: 'change a page for members, or remove a download',
    isSensitive: false,
    allowed: managers,
  },
  removePage: {
    method: 'DELETE',
    path: 'pages/{PageID}',
    does: 'remove a page for members',
    isSensitive: false,
    allowed: managers,
  },
  addPageFile: {
    method: 'POST',
    path: 'pages/{PageID}/files',
    does: 'add a download to a page for members',
    isSensitive: false,
    allowed: managers,
  },
  listDuplicates: {
    method: 'GET',
    path: 'duplicates',
    does: 'list pairs of members who may be the same person',
    isSensitive: false,
    allowed: managers,
  },
  separateMembers: {
    method: 'POST',
    path: 'duplicates/separate',
    does: 'say that two members are not the same person',
    isSensitive: false,
    allowed: managers,
  },
  listNotes: {
    method: 'GET',
    path: 'members/{MembershipID}/notes',
    does: 'list the notes of the office about the person of a membership',
    isSensitive: false,
    allowed: editors,
  },
  addNote: {
    method: 'POST',
    path: 'members/{MembershipID}/notes',
    does: 'add a note about the person of a membership',
    isSensitive: false,
    allowed: editors,
  },
  changeNote: {
    method: 'PATCH',
    path: 'members/{MembershipID}/notes/{NoteID}',
    does: 'change a note',
    isSensitive: false,
    allowed: editors,
  },
  removeNote: {
    method: 'DELETE',
    path: 'members/{MembershipID}/notes/{NoteID}',
    does: 'delete a note',
    isSensitive: false,
    allowed: editors,
  },
  readAccount: {
    method: 'GET',
    path: 'members/{MembershipID}/account',
    does: 'show how the person of a membership signs in',
    isSensitive: false,
    allowed: editors,
  },
  sendLink: {
    method: 'POST',
    path: 'members/{MembershipID}/account/link',
    does: 'email a link to set a password',
    isSensitive: false,
    allowed: editors,
  },
  endSessions: {
    method: 'DELETE',
    path: 'members/{MembershipID}/account/sessions',
    does: 'sign the person of a membership out everywhere',
    isSensitive: false,
    allowed: editors,
  },
  unlockSignIn: {
    method: 'DELETE',
    path: 'members/{MembershipID}/account/lock',
    does: 'let the person of a membership sign in again after too many wrong passwords',
    isSensitive: false,
    allowed: editors,
  },
  removePasskeys: {
    method: 'DELETE',
    path: 'members/{MembershipID}/account/passkeys',
    does: 'remove all passkeys of the person of a membership',
    isSensitive: false,
    allowed: editors,
  },
  readPersonalData: {
    method: 'GET',
    path: 'members/{MembershipID}/personal-data',
    does: 'export everything that is held about the person of a membership',
    isSensitive: true,
    allowed: managers,
  },
  erasePerson: {
    method: 'POST',
    path: 'members/{MembershipID}/erase',
    does: 'erase the person of a membership everywhere, permanently',
    isSensitive: true,
    allowed: managers,
  },
  listChanges: {
    method: 'GET',
    path: 'journal',
    does: 'list changes',
    isSensitive: false,
    allowed: members,
  },
  listAuthors: {
    method: 'GET',
    path: 'journal/authors',
    does: 'search by name for authors of changes who are not members',
    isSensitive: false,
    allowed: everybody,
  },
  undo: {
    method: 'POST',
    path: 'journal/undo',
    does: 'undo a change, an import or a merge',
    isSensitive: false,
    allowed: managers,
  },
  today: {
    method: 'GET',
    path: 'today',
    does: 'count what needs attention today',
    isSensitive: false,
    allowed: members,
  },
  listNotices: {
    method: 'GET',
    path: 'notices',
    does: 'show the reminders and their settings',
    isSensitive: false,
    allowed: managers,
  },
  changeNotices: {
    method: 'PATCH',
    path: 'notices',
    does: 'change how fast reminders are sent',
    isSensitive: true,
    allowed: managers,
  },
  addNotice: {
    method: 'POST',
    path: 'notices',
    does: 'add a reminder',
    isSensitive: true,
    allowed: managers,
  },
  switchNotices: {
    method: 'POST',
    path: 'notices/switch',
    does: 'switch reminders on or off',
    isSensitive: true,
    allowed: owners,
  },
  stopNotices: {
    method: 'POST',
    path: 'notices/stop',
    does: 'stop sending reminders',
    isSensitive: false,
    allowed: managers,
  },
  continueNotices: {
    method: 'POST',
    path: 'notices/continue',
    does: 'continue to send reminders',
    isSensitive: true,
    allowed: managers,
  },
  dropNotices: {
    method: 'POST',
    path: 'notices/drop',
    does: 'cancel the waiting reminders',
    isSensitive: true,
    allowed: managers,
  },
  acceptDate: {
    method: 'POST',
    path: 'notices/date',
    does: "confirm the server's date if the date has jumped by more than a month",
    isSensitive: true,
    allowed: owners,
  },
  previewNotice: {
    method: 'POST',
    path: 'notices/preview',
    does: 'show a reminder for a real member',
    isSensitive: false,
    allowed: managers,
  },
  testNotice: {
    method: 'POST',
    path: 'notices/test',
    does: 'send a test of a reminder to oneself',
    isSensitive: false,
    allowed: managers,
  },
  listNoticeMails: {
    method: 'GET',
    path: 'notices/mails',
    does: 'list who received which reminder',
    isSensitive: false,
    allowed: managers,
  },
  sendNoticesAgain: {
    method: 'POST',
    path: 'notices/again',
    does: 'send failed reminders again',
    isSensitive: true,
    allowed: managers,
  },
  changeNotice: {
    method: 'PUT',
    path: 'notices/{NoticeID}',
    does: 'change a reminder',
    isSensitive: true,
    allowed: managers,
  },
  removeNotice: {
    method: 'DELETE',
    path: 'notices/{NoticeID}',
    does: 'remove a reminder',
    isSensitive: true,
    allowed: managers,
  },
  readMemberNotices: {
    method: 'GET',
    path: 'members/{MembershipID}/notices',
    does: 'show the reminders that a member got',
    isSensitive: false,
    allowed: managers,
  },
  excludeMember: {
    method: 'PUT',
    path: 'members/{MembershipID}/notices',
    does: 'say whether a member gets reminders',
    isSensitive: false,
    allowed: managers,
  },
  listMails: {
    method: 'GET',
    path: 'mails',
    does: 'list the emails that were sent, wait or failed',
    isSensitive: false,
    allowed: managers,
  },
  readMailSettings: {
    method: 'GET',
    path: 'mail-settings',
    does: 'show how emails are sent, and whether they can be sent',
    isSensitive: false,
    allowed: managers,
  },
  testMail: {
    method: 'POST',
    path: 'mail-settings/test',
    does: 'send a test email to oneself',
    isSensitive: false,
    allowed: managers,
  },
  listSearches: {
    method: 'GET',
    path: 'searches',
    does: 'list what visitors looked for and did not find',
    isSensitive: false,
    allowed: managers,
  },
  listWaiting: {
    method: 'GET',
    path: 'approvals',
    does: 'list members who are waiting for approval',
    isSensitive: false,
    allowed: editors,
  },
  approve: {
    method: 'POST',
    path: 'approvals/approve',
    does: 'approve members',
    isSensitive: false,
    allowed: editors,
  },
  refuse: {
    method: 'POST',
    path: 'approvals/refuse',
    does: 'refuse a member and email the reason',
    isSensitive: false,
    allowed: editors,
  },
  listProposals: {
    method: 'GET',
    path: 'proposals',
    does: 'list the changes that members propose for their own entries',
    isSensitive: false,
    allowed: editors,
  },
  acceptProposal: {
    method: 'POST',
    path: 'proposals/{MembershipID}/accept',
    does: 'make the changes that a member proposed',
    isSensitive: false,
    allowed: editors,
  },
  declineProposal: {
    method: 'POST',
    path: 'proposals/{MembershipID}/decline',
    does: 'decline the changes that a member proposed, and email the reason',
    isSensitive: false,
    allowed: editors,
  },
} as const satisfies Record<string, OfficeEndpoint>;

export type OfficeEndpointName = keyof typeof officeEndpoints;

/** `members/{MembershipID}` is `/api/v2/organisation/:organisation/office/members/:membership`. */
export function officeRoute(path: string): string {
  const named = path.replace(/\{(\w+?)(?:ID)?\}/g, (_, name: string) => `:${name.toLowerCase()}`);
  return `/api/v2/organisation/:organisation/office/${named}`;
}

export function endpointsOf(role: OfficeRole): OfficeEndpoint[] {
  return Object.values<OfficeEndpoint>(officeEndpoints).filter(({ allowed }) => allowed[role] !== 'no');
}

/** The table of docs/office.md. */
export function describeRoleTable(): string {
  const head = ['endpoint', 'what it does', ...officeRoles, 'recent sign-in'];
  const rows = Object.values<OfficeEndpoint>(officeEndpoints).map((one) => [
    `\`${one.method} ${one.path}\``,
    one.does,
    ...officeRoles.map((role) => one.allowed[role]),
    one.isSensitive ? 'needed' : '',
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
