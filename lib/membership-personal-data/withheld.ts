import type { PersonalData, Reader } from './personal-data';

type Part = PersonalData['Withheld'][number];

/** What the document leaves out, and why. */
export function listWithheld(
  reader: Reader,
  {
    isShared,
    Account,
    Memberships,
  }: Pick<PersonalData, 'Account' | 'Memberships'> & {
    isShared: boolean;
  },
): Part[] {
  const hasSecrets =
    [Account.Sessions, Account.Tokens, Account.Codes, Account.EmailedCodes, Account.PendingSignIns].flat()
      .length > 0;
  const hasParts = Memberships.some(({ SubMembers }) => SubMembers > 0);
  return [
    ...(Account.HasPassword ? [passwordHash] : []),
    ...(Account.Passkeys.length > 0 ? [passkeyKeys] : []),
    ...(hasSecrets ? [secretHashes] : []),
    ...(hasParts ? [subMembers] : []),
    ...(isShared ? [sharedAddress] : []),
    otherPeople,
    limits,
    copies,
    ...(reader === 'person' ? officeOnly : []),
  ];
}

const passwordHash = {
  What: 'The hash of the password',
  Reason: 'Anyone who has it can use it to guess passwords. The password itself is not stored.',
};
const passkeyKeys = {
  What: 'The public keys and IDs of passkeys',
  Reason: 'They only identify a device, and say nothing about the person.',
};
const secretHashes = {
  What: 'The hashes of sessions, tokens, codes and links',
  Reason: 'They only identify a secret that somebody else has, and say nothing about the person.',
};
const subMembers = {
  What: "The other members of the person's company",
  Reason: 'They are other people. Only their number is given.',
};
const sharedAddress = {
  What: 'Emails to the address, codes in them, and sign-ins in progress',
  Reason: 'Somebody else has the same email address, and they may be about that person.',
};
const otherPeople = {
  What: 'Values of other people’s records that the person changed, and changes to a membership while it was another person’s',
  Reason: 'They are the data of other people.',
};
const limits = {
  What: 'Counts of recent attempts to sign in, and results of recent requests to the API',
  Reason: 'They contain hashes and IDs, and are deleted after at most 24 hours.',
};
const copies = {
  What: 'Backups, exports, imported files and the `.bad.csv` files beside them, and the log',
  Reason: 'They are files outside the database, and this document is read from the database.',
};
const officeOnly: Part[] = [
  {
    What: 'Answers that only the office sees',
    Reason: 'They may contain notes about other people. Ask the association for them.',
  },
  {
    What: 'The names of people in the office who made changes, and the reasons they noted',
    Reason: 'They are data of other people. Ask the association for them.',
  },
];
