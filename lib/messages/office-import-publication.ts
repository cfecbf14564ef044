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
