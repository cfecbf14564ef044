/** Text of saved lists of members. */
export const viewsText = {
  title: 'Saved views',
  shared: 'shared',
  save: 'Save this list',
  saveHint: 'This saves the search, the filters, the order and the columns of this page under a name.',
  name: 'Name',
  share: 'Show this view to everybody in the office',
  saveButton: 'Save the view',
  change: 'Change saved views',
  changeButton: 'Save',
  changeOf: 'Save {name}',
  useList: 'Replace the saved list with the one on this page',
  remove: 'Delete',
  removeOf: 'Delete {name}',
  saved: 'The view is saved.',
  removed: 'The view is deleted. No members were deleted.',
} as const;
