/** What `doctor` found. `note`: it works, but the operator may want to know. */
export interface Finding {
  level: 'fine' | 'note' | 'wrong';
  /** What was checked: `mail`, `database`. */
  subject: string;
  text: string;
  /** What to do; null when nothing needs to be done. */
  fix: string | null;
}

export const fine = (subject: string, text: string): Finding => ({ level: 'fine', subject, text, fix: null });

export const note = (subject: string, text: string, fix: string): Finding => ({
  level: 'note',
  subject,
  text,
  fix,
});

export const wrong = (subject: string, text: string, fix: string): Finding => ({
  level: 'wrong',
  subject,
  text,
  fix,
});
