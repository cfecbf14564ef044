import { audienceText } from './preferences';

export const healthText = {
  title: 'Health',
  checks: 'Checks',
  intro:
    'The server checks its settings, clock, database, API, mail server and webhooks, and whether every membership has a location. The command ./chapterhouse doctor makes the same checks.',
  never: 'Nothing has been checked since the server started.',
  checkedAt: 'Checked {time}.',
  check: 'Check now',
  checking: 'The checks are running. Load this page again to see their results.',
  checkFailed: 'The last checks could not be completed: {reason}',
  wrong: '{count, plural, =0 {No problems found.} one {# problem found.} other {# problems found.}}',
  fix: 'What to do: {fix}',
  level: { fine: 'Fine', note: 'Note', wrong: 'Wrong' },
  backups: 'Backups',
  lastBackup: 'Last backup: {time}, {size}, in {folder}.',
  noBackup: 'No backup has been made yet.',
  backUp: 'Back up now',
  backingUp: 'The backup is being made. Load this page again to see whether it is complete.',
  backupFailed: 'The last backup failed: {reason}',
  backupAdvice:
    'A backup contains everything: members, accounts and secrets. It is stored on the server, which keeps the last three that were made on this page. A backup is safe only on another machine: ask the person who runs the server to copy it. A person who is erased later stays in a backup until the backup is deleted.',
  ofPostgres:
    'The data is in PostgreSQL, which has its own tool for backups. docs/operators.md explains how to use that tool.',
  storage: 'Storage and version',
  database: 'Database',
  databaseSize: '{engine}, {size}',
  free: 'Free space on the server’s disk',
  version: 'Version of Chapterhouse',
  changes: 'What is new in this version',
} as const;

export const searchesText = {
  title: 'What people looked for and did not find',
  menu: 'Searches',
  lead: 'In the last {days, number} days, visitors searched for these words and found nobody. The most frequent words are first. Words are listed once they have been searched for at least {atLeast, number} times.',
  none: 'There is nothing to show yet.',
  words: 'Words',
  count: 'Searches',
  places: 'Places',
  actions: 'What to do',
  noPlace: 'No place was named 5 times or more',
  place: '{name} ({count, number})',
  search: 'Search now',
  addSynonym: 'Add a synonym',
} as const;

export const todayText = {
  title: 'Today',
  members: 'Members',
  nothing: 'Nothing needs your attention. New members who are waiting for approval will be listed here.',
  nothingSeen: 'Nothing needs your attention. What you are not allowed to see is not counted.',
  waiting: '{count, plural, one {# member is} other {# members are}} waiting for approval',
  proposed: '{count, plural, one {# member proposes} other {# members propose}} changes to their own entry',
  ending: '{count, plural, one {# membership ends} other {# memberships end}} within 30 days',
  ended: '{count, plural, one {# membership has ended} other {# memberships have ended}} in the last 30 days',
  leaving: '{count, plural, one {# member has} other {# members have}} said that they leave',
  owed: '{count, plural, one {# member owes} other {# members owe}} money',
  withoutEmail: '{count, plural, one {# member has} other {# members have}} no email address',
  withoutLocation: '{count, plural, one {# member has} other {# members have}} no location for the directory',
  place: 'Place them on the map by their town',
  failedMails: '{count, plural, one {# email} other {# emails}} from the last 30 days could not be sent',
  waitingMails:
    '{count, plural, one {# email is} other {# emails are}} waiting, because this site cannot send email yet',
  lastImport: 'Last import',
  startImport: 'Import members from a file',
  importOf: '{source}, {time}',
  importResult:
    '{read, plural, one {# row} other {# rows}} read: {created, number} added, {updated, number} changed, {unchanged, number} unchanged, {removed, number} removed.',
  importBad:
    '{count, plural, one {# row} other {# rows}} could not be read and {count, plural, one {was} other {were}} left out.',
  importChanges: 'Changes made by this import',
  problems: 'Problems',
  fix: 'What to do: {fix}',
  types: 'Members by type',
  type: 'Type',
  allTypes: 'All types',
  ofType: 'Members',
  joined: 'Joined',
  left: 'Left',
  period: '“Joined” and “Left” are of the last 12 months.',
  figure: '{type}, {what}: {count, number}',
  loading: 'The directory is still being loaded.',
} as const;

export const officerAccessText = {
  title: 'What chapter officers see',
  intro:
    'This applies to all chapter officers, from the next page that they open. They never see members of other chapters. What is hidden is also left out of lists, exports, searches and the history.',
  asOthers: 'Same as for all answers',
  save: 'Save what officers see',
  link: 'Decide what chapter officers and readers see',
  only: 'As a chapter officer, you do not see: {groups}.',
} as const;

export const readerAccessText = {
  title: 'What readers see',
  intro:
    'This applies to everybody with the role “reader”, from the next page that they open. Readers never change anything, and never see private answers, invoices or notes.',
  save: 'Save what readers see',
} as const;

export const officerLevelText = {
  hidden: 'Hidden',
  see: 'See',
  edit: 'See and change',
} as const;

/** The keys are the names of the groups in the setting `OfficerAccess`. */
export const officerGroupText = {
  names: 'Names, titles and organisations',
  contact: 'Email addresses and phone numbers',
  addresses: 'Streets, postcodes, postal addresses and points on the map',
  directory: 'Categories and what the directory shows',
  answers: 'Answers to questions',
  dates: 'First and last day of memberships, and the status',
  money: 'What is owed, links to invoices and payments, and the status',
  notes: 'Office notes',
} as const;

export const publicViewText = {
  audiences: 'Who sees what',
  entry: 'The entry is for:',
  whoSeesEntry: 'Who sees the entry',
  changeAudiences: 'Change who sees what',
  title: 'What the public sees now',
  fields: 'Each public value',
  notListed: 'The public cannot see this membership now:',
  closed: 'The directory is closed, so the public sees nobody.',
  hidden: 'It is hidden from the directory.',
  notApproved: 'It is not approved yet.',
  ended: 'It has ended.',
  owes: 'Money is owed, and the association does not list such memberships.',
  otherwise:
    'The association does not list memberships of this type, or the member’s name is hidden. A change made in the last few seconds may not show yet.',
} as const;

export const approvalText = {
  title: 'Applications',
  count: '{count, plural, one {# member is} other {# members are}} waiting.',
  intro: 'They are not in the directory until you approve them.',
  empty: 'Nobody is waiting for approval. New members who have not been approved appear here.',
  received: 'Received',
  select: 'Select {name}',
  approveSelected: 'Approve the selected members',
  open: 'View, change or refuse {name}',
  next: 'Next members',
  approved: '{count, plural, one {# member was} other {# members were}} approved.',
  refusedWaiting:
    'The membership was removed. The email with the reason is waiting: this site cannot send email yet.',
  refusedSent: 'The membership was removed. The reason was sent to the person by email.',
  refusedSilent: 'The membership was removed. The person has no email address, so we did not tell them.',
  refusedFailed:
    'The membership was removed, but the email with the reason could not be sent. Contact them another way.',
  refused: 'The membership was removed. If the person has an email address, they get the reason by email.',
  nothingSelected: 'Select at least one member.',
  someChanged:
    'Nobody was approved, because a member’s data has changed since you opened the page. Check the members again, then approve them.',
} as const;

export const proposalText = {
  title: 'Changes that members propose',
  tabs: 'Applications and proposed changes',
  applications: 'Applications',
  changes: 'Changes to entries',
  intro: 'Members see what they proposed as “waiting”. Nobody else sees it before you accept it.',
  empty: 'No member has proposed a change. What members may change themselves is decided under Settings.',
  more: 'There are more. They are shown when these are decided.',
  since: 'Proposed on {day}',
  caption: 'What {name} proposes',
  field: 'Field',
  now: 'Now',
  proposed: 'Proposed',
  changed: 'Changed since the proposal. Before: {value}',
  accept: 'Accept',
  acceptOf: 'Accept the change of {name}',
  decline: 'Decline',
  answer: 'What {name} reads',
  answerHint: 'It is emailed, and shown on the member’s own page.',
  declineButton: 'Decline and send',
  accepted: 'Accepted. The change is made.',
  declined: 'Declined. The member was told by email.',
  declinedSilent: 'Declined. The member has no email address, and reads your answer on their own page.',
  declinedFailed:
    'Declined, but the email could not be sent. The member reads your answer on their own page.',
  declinedWaiting:
    'Declined. The email waits, because this site cannot send email yet. The member reads your answer on their own page.',
} as const;

/** Explains each page of the office, on the page and in docs/office.md. Names in backticks are code. */
export const officeHelp = {
  today: {
    title: 'Today',
    path: '/office',
    text: 'This page says what to do next, the most urgent first; what is empty is not shown. Problems come first. Then it counts the members who are waiting for approval, the memberships that end soon or ended recently, the members who have said that they leave, the members who owe money, the emails that could not be sent or wait, and the members without an email address or a location. Each number is a link to the members or emails that it counts. One link places all members without a location on the map by their town. The page also shows the last import and, for each type, how many members it has, and how many joined and left in the last 12 months. The directory of a new association is closed: the public sees nobody until an owner opens it here or on the result of an import. Officers see only the numbers about members, and only members of their chapters are counted.',
  },
  members: {
    title: 'Members',
    path: '/office/members',
    text: 'The search finds members by the beginning of words in any field. Type and chapter apply as soon as they are chosen with a mouse or a finger; after a choice with the keyboard, press Enter or “Search”. The menu “Status” has “All current members”, those of them who end soon or owe money, and those who have ended; several can be chosen. They apply when the menu closes, or with “Show these”. “Columns” offers every field, the answer to each question, and when somebody last signed in or was invited. More than 1,000 members are counted a moment after the list is shown. Filters, order and columns can be combined. The address of the page contains the filters, order and columns. You can therefore bookmark a list, or send it to a colleague. The colleague sees only what their own role allows. “Save this list” gives the list a name; owners and secretaries can show it to everybody in the office. “Export this list” downloads it as CSV or XLSX, with its columns or, for mail merge, with all columns. An export needs a sign-in within the last 10 minutes. The list of changes shows who exported how many members. Readers cannot export.',
  },
  bulk: {
    title: 'Change several members',
    path: '/office/members/bulk',
    text: 'Select members in the list, or everybody on it. Then choose what to do: approve, end, change the chapter, set a field, place on the map by town, or send an invitation to sign in. The next page shows the old and the new value of each member who would change. It also shows how many members have the value already, and which members cannot be changed and why. Nothing changes until you confirm. “Preview the approval” in the list opens this preview at once. The result names each member who was not changed. One “Undo” in the list of changes reverses the change for all members. “Place on the map by town” gives members without a location the area of their town, or of their postcode if the town is unknown. Neither the street nor the postcode is stored for the map. Members are left out if they are not in the directory, or do not show their town or their location. “Today” has a link that places everybody. Invitations need a sign-in within the last 10 minutes. Invitations go only to people who have neither a password nor a valid link to set one. You can leave the page while a long change runs. Officers change only members of their chapters, and only fields that owners let them change. Officers cannot change the type or the chapter.',
  },
  member: {
    title: 'One member',
    path: '/office/members/ID',
    text: 'The top of the page shows the number, type, status, last day, what is owed, what the public sees and the newest note. Buttons there extend the membership by a year, hide the member from the directory or show the member again, and email an invitation or a link to set a new password. Below them is what is pressed most often in the other parts: the company, the locations, the reminders, and “Sign out everywhere”. A note can be added there, too. Below are six parts, each with its own address: Details, Membership (`/membership`), Directory (`/directory`), Sign-in (`/sign-in`), Notes (`/notes`) and History (`/history`). A part that your role may not see is not offered. “Details” shows every field that your role may see, with a form to change them; empty texts of the directory entry are folded. Beside the form are the answers to the association’s questions and the addons, which owners and secretaries can change, and the newest changes, each with its “Undo”. Only the fields that you changed are saved. If somebody else changed the same member, both changes are kept. If both of you changed the same field, the form shows both values and asks which one to keep. If a value is refused, or your session has ended, the form keeps what you typed. Under “Sign-in” you see when the member last signed in or was invited, how they sign in and on how many devices. You can sign the member out everywhere. If the member has lost a device, you can remove their passkeys. If a wrong password was tried too often, “Unlock the sign-in” lets the member try again immediately. Only an owner can sign out or unlock people who have a role, or remove their passkeys. “History” shows who changed what, when and why, and “Undo” restores earlier values. “Membership” lists all memberships of the person, with the amounts owed, and the sub-members of a company; it ends a membership and switches its reminders off. “Directory” shows what the public sees now, or why the public sees nothing, and the locations. “Notes” has all notes of the office.',
  },
  proposals: {
    title: 'Changes that members propose',
    path: '/office/applications/changes',
    text: 'Members change their own entry. What needs an approval waits here, with the value of today beside the proposed one. If the office has changed the same field since, the row says so. “Accept” makes the change. “Decline” needs a sentence, which the member gets by email and reads on their own page. Chapter officers decide about their own members, as far as they may change the fields. Owners decide under Settings which fields members change at once, which the office approves, and which only the office changes. The contact of a company manages its staff on the page “Staff” of the account: adds a colleague by name and email address, invites them to sign in, and ends the membership of somebody who has left. If staff needs an approval, which is usual, a colleague is an application, and an end waits here; only owners and secretaries decide about it. Under Settings, a membership type can limit how many people a contact adds. The contact sees what the company owes, cannot change people who have a role in the office, and changes nothing while the company’s membership is not valid.',
  },
  newMember: {
    title: 'Add a member',
    path: '/office/members/new',
    text: 'Owners and secretaries add a person or a company with a membership. “Add a company” has rows for its sub-members. The company and its sub-members are added together. If a value is refused, nothing is added. The form begins with the association’s country and a last day in a year. If the amount is left empty, the member owes the price of the type. The member is approved immediately, unless you clear the box “Approved”.',
  },
  company: {
    title: 'Company of a member',
    path: '/office/members/ID/company',
    text: 'Owners and secretaries move a member into a company or to another company, or make the member independent. A sub-member’s membership ends on the same day as the company’s membership, and the company pays for it. Find the company by its name.',
  },
  subMembers: {
    title: 'Add a sub-member',
    path: '/office/members/ID/sub-members',
    text: 'Owners and secretaries add somebody to a company: a new person, or a member whose individual membership then becomes part of the company. A person has at most one individual membership.',
  },
  note: {
    title: 'A note about a member',
    path: '/office/members/ID/notes/ID',
    text: 'Change the text of a note, or delete it. The member’s page shows who wrote each note and when. Only owners, secretaries and officers of the member’s chapters see notes; the public and other sites never do. A person who asks for their data gets the notes about them. If the person is erased, the notes are deleted.',
  },
  removal: {
    title: 'Remove a membership',
    path: '/office/members/ID/remove',
    text: 'Owners and secretaries remove a membership that should not exist. For a company with sub-members, choose whether they become independent members or are removed too. The person and the history are kept, and the removal can be undone in the list of changes.',
  },
  location: {
    title: 'One location',
    path: '/office/members/ID/locations/ID',
    text: 'Drag the pin on the map or move it with the arrow keys, type the coordinates, or find the suburb from the address. The address is not sent to any other site. Choose how exactly the public sees the place: visitors never get a more exact point than you choose here.',
  },
  personalData: {
    title: 'Personal data of one person',
    path: '/office/members/ID/personal-data',
    text: 'Owners and secretaries export everything that is held about a person, as a page or as JSON, and erase a person permanently. To confirm an erasure, type the person’s name. If the person is the contact of a company, choose somebody else as its contact, or erase the company too. Only an owner can erase a person who has a role, and nobody can erase themselves. Exports and erasures need a sign-in within the last 10 minutes. The list of changes shows who made them.',
  },
  merge: {
    title: 'Merge two members',
    path: '/office/members/ID/merge',
    text: "If a person is listed twice, owners and secretaries merge the two members. Find the other member, and compare both side by side. If a value differs, choose which value to keep. The member whose page you came from is kept, and gets the other one's committee seats and history. The other one's password, passkeys, sessions and connected sites end, and an undo does not bring them back. Both email addresses get an email. If the other member’s membership belongs to a company, that membership moves to the member who is kept. Only an owner can merge people who have a role. One undo restores both members.",
  },
  approvals: {
    title: 'Applications',
    path: '/office/applications',
    text: 'Select members and approve them together, or open one member. “Received” is the day on which a member was added, or for imported members the joining date in the file. On the page of one member, you can approve or refuse that member. You can also change the names, contact, number, type, chapter or last day. The reason for a refusal is sent by email. Members whose standing is suspended, cancelled or deceased do not wait: they are not listed here, and cannot be approved before somebody changes their standing in the member’s form. A refusal removes the membership. To restore the membership, undo the refusal in the list of changes.',
  },
  import: {
    title: 'Import',
    path: '/office/import',
    text: 'Owners and secretaries upload a CSV or Excel file, or paste cells. The page shows how the file is read and what each column becomes, and you can correct both. The preview lists new, changed and removed members, rows that cannot be read and probable mistakes. It says how many entries become public, with examples, and who is not published and why. You can choose to list nobody from the file. Cells can be corrected there. While a file is checked or imported, the page says how far each step is, as the command line does. Nothing is stored until you press “Import”, and an import that is stopped stores nothing. An import can be undone as a whole. Only an owner’s import changes the email addresses of people who have a role. Your choices for the columns are used again for the next file with the same columns. Uploaded files are deleted after a day. If a person is erased, files that may contain their data are deleted immediately.',
  },
  changes: {
    title: 'Changes',
    path: '/office/journal',
    text: 'This list has, for each day, one row for what somebody saved together, and one for an import or another action on many members, with the author, the time and the changed values. Open the row for everything else, such as the reason. Filter it by member, author, import and date: type a name to find a member or an author. “Undo” first shows what it would restore, or which later changes prevent it. For a large import, both take a minute: the page shows how far they are, and you can leave it. An undo is itself a change, and can be undone.',
  },
  notices: {
    title: 'Reminders',
    path: '/office/notices',
    text: 'Members get reminders by email before and after the last day of their membership. Owners and secretaries choose the day of each reminder, and write its subject and text. Both can have placeholders for values of the member. You can preview the text for a real member, and send a test to yourself. One reminder is the question “Is this still right?”, which is off at first: each member gets it once a year, with a link to their entry, and presses “Everything is right”. The list of members finds who has not answered. Nothing is sent until an owner switches the reminders on. A member gets each reminder only once, unless the last day of the membership changes. Emails are sent slowly, at the speed that you set. “Stop” holds back the waiting emails, and “Continue” sends them. “Cancel the waiting reminders” shows whom they are for, and asks before it cancels them permanently. A list shows who received which reminder, and which failed. You can send failed ones again. To change reminders or press “Continue”, you need a sign-in within the last 10 minutes. Members cannot unsubscribe, because the association must tell them when their membership ends. You can stop reminders to a member on the member’s page. Sub-members of a company get no reminders: the company’s contact gets them.',
  },
  mails: {
    title: 'Emails',
    path: '/office/mails',
    text: 'The top of the page says how emails are sent and whether they can be sent, and sends a test to you. The environment of the server sets this. While no mail server is set, emails and reminders wait, and the office says so everywhere. The list shows the emails that were sent, those that wait, and those that failed, with the reason. It includes reminders, invitations, links, sign-in codes, notices about passkeys, refusals, and messages from visitors. It shows no subjects or texts, because they may contain a code or a link. “Failed only” shows what needs attention. If an address is refused, correct it on the member’s page. Emails stay in this list for as long as changes stay in the list of changes.',
  },
  duplicates: {
    title: 'Possible duplicates',
    path: '/office/duplicates',
    text: 'This page lists members who may be the same person: they have the same email address, the same phone, or the same name and town. “Compare and merge” opens the two side by side, and you choose which values to keep. “Not the same” removes the two from the list permanently; the list of changes shows who decided it, and can undo it. Two people with different first names at one address are not listed. If more than eight members share an email address or a phone, only those with the same name are listed.',
  },
  searches: {
    title: 'What people looked for and did not find',
    path: '/office/searches',
    text: 'This list covers the last 90 days. If visitors of the directory found nobody, the list shows their words and the places that they named. “Search now” tries the search again. If members use another word for the same thing, use “Add a synonym”. “Add a synonym” opens the settings with a new line that begins with the visitors’ word. Add the members’ word to that line. Only the words, the place, the day and the number of searches are stored. Nothing about visitors is stored. Words appear after they have been searched for at least 5 times. Searches with an email address, a web address, a long number or more than five words are never counted. The names of people in the association are never counted either.',
  },
  pages: {
    title: 'Pages for members',
    path: '/office/pages',
    text: 'Owners and secretaries write pages for members: for all, for those of a type or a chapter, or for a committee. The text is Markdown with headings, lists and links. Pictures and HTML are left out, and links lead only to http and https addresses. “Preview” shows the page as members will see it, and saves nothing. A page can have 10 downloads of 5 MB each. Browsers only save them. Members find the pages under “For members” while their membership is valid. For everybody else, a page is the same as one that does not exist. If nobody has written a page and no question is for members only, the account has no entry “For members”. If somebody else has changed the page since you opened it, you are asked before you replace it. Each change is in the list of changes, and can be undone there, also the removal of a page with its downloads.',
  },
  appearance: {
    title: 'Appearance',
    path: '/office/appearance',
    text: 'Owners choose logos, colour and font, and the heading and introduction of the first page. They also choose the links at the end of every page, and the pictures for icons and shared links. “Preview” shows where each choice appears, and also shows a sample email. “Preview” saves nothing. If the colour would be hard to read as text, links use a lighter or darker shade of the same hue. Pictures are stored here, so pages load nothing from other sites.',
  },
  settings: {
    title: 'Settings',
    path: '/office/settings',
    text: "Owners change the association's name, contact address, country, time zone and currency, and the web addresses of its invoices and payments. They change the word for its members (as in “Find a physiotherapist”). They also change its membership types, categories, chapters with their contact, addons and questions. Cards of the directory show the answers to up to three questions that owners mark. If somebody else has changed the same setting, the page shows their value before yours replaces it. The form of a type says whom a new price concerns. Before you remove something that members use, the page shows these members. The page also asks what should happen to these members. The directory shows changes within seconds. Owners also decide which fields chapter officers can see and which they can change: for groups of fields, and for each question separately. They also decide whether readers see contact details. Secretaries see the page but cannot change anything.",
  },
  sites: {
    title: 'Sites',
    path: '/office/sites',
    text: 'Owners connect a site or app: they say which software it is and where, and the form is filled in. They see what to type into its settings, say who may sign in there, replace its secret and disconnect it. A secret is shown once. The page of a site shows when it was last used. The page also lists the refused sign-ins and requests of the last 7 days, with the reason and what to do, and what the 20 newest requests of each reason sent, such as the address to return to. Changes need a sign-in within the last 10 minutes. To connect a site whose address has no TLS or is in a private network, use `./chapterhouse client`.',
  },
  webhooks: {
    title: 'Notified systems',
    path: '/office/webhooks',
    text: 'Owners add a system that is told about changes (a webhook). They see the last attempts to reach the system. They can send a test, and send earlier changes again. They can also replace the system’s secret, and remove the system. The page “Sites” has the link to this page.',
  },
  roles: {
    title: 'Roles',
    path: '/office/roles',
    text: 'This page lists who has a role, when they last signed in, and their passkeys. Somebody who gets a first role is signed out everywhere. An owner finds a member, and gives them a role, or changes or removes their role. Somebody who is not a member is invited by email: they get a link to choose a password. If somebody already has the email address that you type, the page shows their name. You must confirm before the page gives them the role. Changes need a sign-in within the last 10 minutes. If your last sign-in was earlier, the page asks you to sign in again in a new tab, and keeps what you typed. The table on the page says what each role may do.',
  },
  health: {
    title: 'Health',
    path: '/office/health',
    text: 'Owners check the installation: settings, clock, database, API, mail server and webhooks, and whether every membership has a location. The checks are the same as those of `./chapterhouse doctor`, for this association only. “Back up now” makes a backup in the folder `backups` of the data folder. The backup contains everything that cannot be created again. The last three backups are kept. The page always shows whether the database is damaged or read-only, and whether the disk is full, also without a check. The page also shows the storage, the version and what is new in that version. If the data is in PostgreSQL, use PostgreSQL’s own tool for backups. If questions that were imported for the office only can be read by members and connected sites, the page lists them, and a button closes them.',
  },
} as const;

export type OfficeHelpTopic = keyof typeof officeHelp;

/** The journal's names for changes to many members. */
export const bulkSourceText = {
  approve: 'approved together',
  end: 'last day {date}, for many members',
  chapter: 'chapter {name}, for many members',
  noChapter: 'no chapter, for many members',
  place: 'placed on the map by town, for many members',
  invite: 'invitations',
  MembershipType: 'type {value}, for many members',
  ExpiryDate: 'last day {value}, for many members',
  JoiningDate: 'joined {value}, for many members',
  AmountOutstanding: 'amount owed {value}, for many members',
  Listed: 'who sees the entry: {value}, for many members',
  AddCategory: 'category {value} added to many members',
  RemoveCategory: 'category {value} removed from many members',
  State: 'state {value}, for many members',
  own: '{caption} {value}, for many members',
  Country: 'country {value}, for many members',
} as const;

/** The values of a change of `Listed`, with their words. */
export const bulkListings: readonly (readonly [value: string, text: string])[] = [
  ['true', audienceText.everybody],
  ['members', audienceText.members],
  ['false', audienceText.office],
];

/** What the import asks about the problems of each cause in `lib/transfer/import/causes.ts`. */
export const causeText = {
  unreadable:
    '{count, plural, one {# cell} other {# cells}} of “{column}” cannot be read, such as {examples}: {reason}',
  'unknown-word':
    '{count, plural, one {# row has} other {# rows have}} {examples} in “{column}”: what does it mean?',
  /** For `unreadable` and `contradiction`, if the cells are empty. */
  'empty-cells': '{count, plural, one {# row} other {# rows}}: “{column}” {reason}',
  'row-shape': '{count, plural, one {# row has} other {# rows have}} more cells than the header has columns',
  'repeated-row': '{count, plural, one {# row is} other {# rows are}} about a member of an earlier row',
  contradiction:
    '{count, plural, one {# row contradicts} other {# rows contradict}} other data, such as {examples}: {reason}',
  'no-value-word':
    '{count, plural, one {# cell} other {# cells}} of “{column}” with a word for “nothing”, such as {examples}',
  'spreadsheet-error':
    '{count, plural, one {# cell} other {# cells}} of “{column}” with an error of the spreadsheet, such as {examples}',
  'empty-date':
    '{count, plural, one {# cell} other {# cells}} of “{column}” with what spreadsheets show for an empty date, such as {examples}',
  'odd-year':
    '{count, plural, one {# date} other {# dates}} of “{column}” in a year that is probably wrong, such as {examples}',
  'other-zone':
    '{count, plural, one {# date} other {# dates}} of “{column}” in another time zone, such as {examples}',
  'date-as-number':
    '{count, plural, one {# cell} other {# cells}} of “{column}” with a number that may be a date, such as {examples}',
  'month-or-day':
    '{count, plural, one {# date} other {# dates}} of “{column}” like {examples}: read as a month and a year?',
  'thousands-or-decimals':
    '{count, plural, one {# amount} other {# amounts}} of “{column}” like {examples}: read as thousands?',
  'several-values':
    '{count, plural, one {# cell} other {# cells}} of “{column}” with several values, such as {examples}: import the first?',
  'cleaned-value':
    '{count, plural, one {# cell} other {# cells}} of “{column}” with more than an address, such as {examples}: import the address?',
  'look-alike':
    '{count, plural, one {# address} other {# addresses}} of “{column}” with letters of two alphabets, such as {examples}',
  'not-a-contact':
    '{count, plural, one {# cell} other {# cells}} of “{column}” that cannot be one, such as {examples}',
  'rounded-number':
    '{count, plural, one {# phone number} other {# phone numbers}} of “{column}” that a spreadsheet has rounded, such as {examples}',
  'two-people':
    '{count, plural, one {# row seems} other {# rows seem}} to be about two people, such as {examples}: import each as one member?',
  'several-people':
    '{count, plural, one {# row seems} other {# rows seem}} to name several people, such as {examples}: import each as one member?',
  'misspelt-type':
    '{count, plural, one {# membership type looks} other {# membership types look}} misspelt: {examples}',
  'second-membership':
    '{count, plural, one {# row has} other {# rows have}} the name of another member, and no number and no last day, such as {examples}: import a second membership without end?',
  'changed-kind':
    '{count, plural, one {# row would turn} other {# rows would turn}} a person into a company, or the reverse: change the kind?',
  'deceased-again-member':
    '{count, plural, one {# row is} other {# rows are}} about somebody who is marked as deceased here: make this person a member again?',
  'other-person':
    '{count, plural, one {# row has} other {# rows have}} the number or ID of a member with another name, and no email address agrees, such as {examples}: the same {count, plural, one {person} other {people}}?',
  'number-alone':
    '{count, plural, one {# row has} other {# rows have}} only a membership number, such as {examples}, and neither a name nor an email address: change the {count, plural, one {member} other {members}} with this number?',
  'shared-number':
    '{count, plural, one {# row has} other {# rows have}} the membership number of another row, such as {examples}: do these members share a number, like a couple?',
  'new-name': 'New in “{column}”: {examples}. {count, plural, one {# row has} other {# rows have}} this name',
  'company-or-person':
    '{count, plural, one {# row of the type {examples} names} other {# rows of the type {examples} name}} a company and a person: who is the member?',
  employer:
    '{count, plural, one {# person works for a company with a row of its own, such as {examples}: a membership of their own} other {# people work for a company with a row of its own, such as {examples}: memberships of their own}}?',
  'no-company':
    '{count, plural, one {# row belongs} other {# rows belong}} to a bundle without a company, such as {examples}: imported as {count, plural, one {a member} other {members}} without a company',
  'earlier-membership':
    '{count, plural, one {# row is another membership} other {# rows are other memberships}} of a person whose membership that is valid or pending and ends last is imported instead',
  'other-number':
    '{count, plural, one {# number} other {# numbers}} of another system, such as {examples}: the members keep their numbers here',
  'possible-duplicate':
    '{count, plural, one {# new person} other {# new people}} may be a member already, such as {examples}: imported nevertheless',
  'far-point': '{count, plural, one {# point is} other {# points are}} far outside the country of the row',
  restored:
    '{count, plural, one {# cell} other {# cells}} of “{column}” that a spreadsheet had changed, such as {examples}, and that the import corrects',
  'part-of-name':
    '{count, plural, one {# part of a name} other {# parts of names}} that no field has, such as {examples}: not imported',
} as const;

export const answerText = {
  accept: 'Yes',
  'add-member': 'No, add a new member',
  'two-members': 'No, make two members with this address. The email address goes to the first',
  'sub-member': 'No, make them sub-members of the company',
  /** For a single row, whose text says what the import would do. */
  acceptRow: 'Import it like this',
  'company-or-person accept': 'The person, who works there',
  'company-or-person as:corporate': 'The company, with the person as its contact',
  'leave-out-cell': 'Leave out the cell',
  'leave-out-row': 'Leave out the row',
  as: 'Read as “{word}”',
} as const;

/** What an import publishes. */
export const importPublicationText = {
  title: 'What the public will see',
  added:
    '{count, plural, =0 {Nobody becomes public.} one {One entry becomes public.} other {# entries become public.}}',
  public:
    'Of the members in the file, {count, plural, =0 {none} one {one} other {#}} will be in the public directory.',
  others: 'Not in the directory:',
  listing: {
    applicant: '{count, plural, one {One applicant} other {# applicants}}, until somebody approves them',
    suspended: '{count} suspended',
    cancelled: '{count} cancelled or lapsed: the membership has ended',
    deceased: '{count} deceased',
    notApproved: '{count} not approved yet',
    ended: '{count} whose membership has ended',
    hidden: '{count} who are not listed, because the file or an earlier choice says so',
    status:
      '{count} whose status is not listed, such as those who owe something, or whose company is suspended',
  },
  examples: 'Examples, as the public will see them:',
  listNobody: 'List nobody from this file in the public directory',
} as const;
