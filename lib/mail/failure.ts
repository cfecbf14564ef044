import type { MailProblem } from '@/lib/contract/office-mails';

export interface MailFailure {
  problem: MailProblem;
  /**
   * The mail server's reply code (RFC 5321 §4.2). null: the server did not reply. The text of the reply is not used,
   * because it repeats the address.
   */
  smtpCode: number | null;
}

export function toMailFailure(error: unknown): MailFailure {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  const smtpCode = typeof responseCode === 'number' ? responseCode : null;
  if (code === 'EUNCERTAIN') return { problem: 'uncertain', smtpCode };
  // The settings for the mail server are wrong. The failure is not about the recipient.
  if (code === 'EAUTH') return { problem: 'unreachable', smtpCode };
  if (smtpCode !== null) return { problem: smtpCode >= 500 ? 'refused' : 'deferred', smtpCode };
  return { problem: code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'unreachable', smtpCode };
}
