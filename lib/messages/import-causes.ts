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
