export const encodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'utf-16le',
  'utf-16be',
] as const;
export const delimiters = [',', ';', '\t', '|'] as const;
export const dateOrders = ['dmy', 'mdy'] as const;
/** What the command line confirms with one option, for all columns. */
export type ImportConfirmation = 'doubts' | 'otherPeople' | 'sharedNumbers' | 'endless';
/**
 * A column that does not become a field is left out, or becomes a private question or a public, searchable question.
 */
export const extraTargets = { none: '', private: 'Extra', public: 'SearchableExtra' } as const;

/**
 * Who sees the answers to a stored question: only the office; members too; connected sites too; or everybody, in the
 * directory.
 */
export const questionAudiences = ['office', 'members', 'sites', 'public'] as const;
export type QuestionAudience = (typeof questionAudiences)[number];

export const maxImportBytes = 32 * 1024 * 1024;
