export const personalDataText = {
  title: 'Personal data of {name}',
  link: 'Export or erase personal data',
  exportTitle: 'Export',
  exportText:
    'The file contains everything that is held about this person: memberships, locations, answers, sign-ins, connected sites, emails and history. It is personal data: give it only to this person.',
  exportFormat: 'Format',
  html: 'A page to read or print (HTML)',
  json: 'For another program (JSON)',
  exportButton: 'Download the file',
  exportFailed: 'The file could not be created. Try again in a minute.',
  eraseTitle: 'Erase permanently',
  eraseText:
    'Everything about this person is deleted: memberships, sign-in, and their values in the history. This cannot be undone. Backups, exports and files that were imported are not changed: delete those that you no longer need. If an older backup is restored, the person is erased again.',
  memberships: 'Memberships that are erased, including earlier ones: {ids}.',
  kept: 'Memberships that get a new contact: {ids}.',
  detached: 'Memberships that are kept but lose their company: {ids}.',
  company: 'The company of this person',
  newContact: 'To keep the company, choose its new contact: enter the ID of one of that person’s memberships',
  withCompany: 'Erase the company too. Its sub-members are kept, without a company.',
  typeName: 'To confirm, type the name: {name}',
  wrongName: 'You typed a different name. Nothing was erased.',
  reason: 'Reason (optional, without the name)',
  reasonHint: 'The reason is stored in the history permanently.',
  erase: 'Erase {name}',
  erased: 'The person is erased.',
  erasing:
    'The person is erased. Remaining copies of the data in the database files are deleted within a minute.',
} as const;
