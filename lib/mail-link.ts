/** An address that an email of ours contains, and what to write on its button. Addresses in other people's words stay text. */
export interface MailLink {
  url: string;
  label: string;
}
