/**
 * An address that an email of ours contains, and what to write on its button. Addresses in text that other people wrote
 * stay plain text.
 */
export interface MailLink {
  url: string;
  label: string;
}
