/**
 * An address of our own site in an email, and the label of its button. Addresses in text that other people wrote stay
 * plain text.
 */
export interface MailLink {
  url: string;
  label: string;
}
