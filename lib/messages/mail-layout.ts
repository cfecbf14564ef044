/** The texts of links in the HTML part of emails. The text part has only the links' addresses. */
export const mailLinkText = {
  setPassword: 'Choose a password',
  confirmEmail: 'Confirm this address',
  resetPassword: 'Set a new password',
  openOffice: 'Open the office',
  passkeys: 'Open your passkeys',
  profile: 'Open the profile',
  switchOff: 'Switch messages off',
  renew: 'Renew your membership',
  entry: 'Open your entry',
  ownData: 'Open your data',
} as const;

/** A sample email for the preview of the appearance. */
export const sampleMailText = {
  subject: '{organisation}: your membership ends on 30 June',
  text: 'Dear Zoë Example,\n\nYour membership (Full member) of {organisation} ends on 30 June.\n\nYou can renew it here:\n{link}\n\nIf you have already renewed it, ignore this email.\n',
} as const;
