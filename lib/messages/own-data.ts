export const ownDataText = {
  title: 'What we hold about you',
  removedTitle: 'You are no longer a member of {organisation}',
  removed:
    'You can still see and download what we hold about you, and ask us to erase it. If you think this is a mistake, contact {organisation}.',
  signedInAs: 'You are signed in as {name}.',
  confirmTitle: 'Confirm that it is you',
  confirm:
    'To protect your data, sign in again before you download it or ask for its erasure. Your history is below.',
  download: 'Download your data',
  downloadText:
    'One file with everything: your details, memberships, sign-ins, connected sites and every recorded change. Keep it safe: it is personal.',
  downloadPage: 'Download to read',
  downloadJson: 'Download for a program (JSON)',
  erasure: 'Ask for erasure',
  erasureText:
    '{organisation} will check your request, and may have to keep some records by law. Erasure ends your memberships and your account, and cannot be undone.',
  understood: 'I want everything that you hold about me to be erased',
  understoodMissing: 'Tick the box to confirm that you want your data to be erased.',
  send: 'Send the request',
  requested: 'You asked for erasure on {date}. {organisation} has not closed your request yet.',
  withdraw: 'Withdraw the request',
  sent: 'Your request is recorded. {organisation} will reply to you.',
  withdrawn: 'Your request was withdrawn. Nothing was erased.',
  history: 'History',
  newest:
    'This shows the newest {count, plural, one {# change} other {# changes}}. Your download contains all changes.',
  noHistory: 'No changes are recorded.',
  tooMany:
    'You have opened this page many times. Try again {minutes, plural, one {in a minute} other {in # minutes}}.',
  back: 'Back to Privacy',
} as const;

/** Each key consists of the kind of record and the operation. */
export const changeText = {
  membershipCreated: 'Membership {id} was added',
  membershipUpdated: 'Membership {id} was changed: {fields}',
  membershipRemoved: 'Membership {id} was removed',
  membershipLapsed: 'Membership {id} ended',
  personCreated: 'You were added',
  personUpdated: 'Your details were changed: {fields}',
  committee: 'Your committee seats were changed',
  merged: 'Two records about you were merged or separated',
  password: 'A password was set',
  accountRemoved: 'Your account was removed',
  unlocked: 'Your sign-in was unlocked: wrong passwords that were tried before no longer count',
  passkeyAdded: 'A passkey was added to your account',
  passkeyNamed: 'A passkey was renamed',
  passkeyRemoved: 'A passkey was removed from your account',
  passkeyRefused: 'A passkey was disabled, because it may have been copied',
  consent: 'You allowed a site to see your data',
  consentWithdrawn: 'You withdrew a site’s access to your data',
  signedOut: 'You were signed out everywhere',
  readingLimited: 'You had to wait, because you read very much of the directory for members',
  erasureRequested: 'You asked for erasure',
  erasureWithdrawn: 'You withdrew your request for erasure',
  erasureRefused: 'Your request for erasure was closed',
  other: '{kind} {id}: {operation}',
} as const;

export const authorText = {
  self: 'by you',
  office: 'by the association',
  import: 'by an import',
  client: 'by {name}',
  clock: 'automatically',
} as const;

export const erasureMailText = {
  officeSubject: '{organisation}: request for erasure by person {id}',
  office: `{name} (person {id}) has asked {organisation} to erase everything that it holds about them.
They signed in just before they sent the request.

Show the person:    ./chapterhouse person show --organisation {organisationId} --person {id}
Export their data:  ./chapterhouse person export --organisation {organisationId} --person {id} --out FOLDER
Erase the person:   ./chapterhouse person erase --organisation {organisationId} --person {id}
Close the request:  ./chapterhouse person refuse-erasure --organisation {organisationId} --person {id} --reason TEXT

All open requests:  ./chapterhouse person list --organisation {organisationId} --erasure-requests
`,
  personSubject: '{organisation}: your request for erasure',
  person: `Dear {name},

You asked {organisation} to erase everything that it holds about you. It will check the request and reply to you.

If you did not ask for this, somebody else may have access to your account. Sign in, withdraw the request and choose a new password:
{url}
`,
} as const;
