export const keysText = {
  button: 'Shortcuts',
  title: 'Keyboard shortcuts',
  list: 'Show this list',
  search: 'Search members',
  next: 'Next row',
  previous: 'Previous row',
  open: 'Open the row',
  select: 'Select the row, or clear its selection',
  edit: 'Go to the form',
  save: 'Save the form of a member',
  go: 'Go to {page}',
  then: '{first} then {second}',
  close: 'Close',
  use: 'Use single-key shortcuts',
  useHint:
    'If this is off, the only shortcut that works is Ctrl + S (⌘ + S on a Mac). The choice is stored in this browser.',
} as const;
