/** "User.MailingAddress.Suburb" becomes "Mailing address suburb". Browsers load this, but not the fields' captions. */
export function fieldWords(name: string): string {
  const words = name
    .replace(/^User\./, '')
    .replace(/\.ID$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
