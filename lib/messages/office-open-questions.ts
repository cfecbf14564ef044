export const openQuestionsText = {
  title: 'Questions that members can read',
  intro:
    'These questions were imported for the office only, but an earlier version let members and connected sites read the answers. Close them here. If members should read the answers, choose this afterwards on the page “Settings”.',
  close: 'Show the answers only to the office',
} as const;
