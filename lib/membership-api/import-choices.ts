/** The choices of an import, for forms in the browser. */
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
/**
 * What a column can become instead of a field: nothing, a private question, or a public question that can be searched.
 */
export const extraTargets = { none: '', private: 'Extra', public: 'SearchableExtra' } as const;

/** The largest file. */
export const maxImportBytes = 32 * 1024 * 1024;
