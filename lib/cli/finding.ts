import type { Finding } from '@/lib/contract/office-rights/installation';

export type { Finding };

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
