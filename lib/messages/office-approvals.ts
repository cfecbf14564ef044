export const approvalText = {
  title: 'Applications',
  intro: 'These members are not in the directory until you approve them.',
  empty: 'Nobody is waiting for approval. New members who have not been approved appear here.',
  select: 'Select {name}',
  selectAll: 'Select everybody on this page',
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
