/** The public directory of a new association shows nobody until the office opens it. */
export const openDirectoryText = {
  title: 'Your directory is closed',
  intro:
    'The public sees nobody yet. Look at your members first. When you open the directory, everybody who is listed appears within a minute.',
  open: 'Open the directory',
  inPreview: 'Your directory is closed: nobody becomes public before an owner opens it.',
  byOwner: 'An owner can open it.',
} as const;
