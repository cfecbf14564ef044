/**
 * What the office shows of a refused request. Strangers choose these texts, so they are short, have only printable ASCII,
 * and leave out what may be a secret.
 */

const maxLength = 300;

export function sentText(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]+/g, '?');
  return printable.length > maxLength ? `${printable.slice(0, maxLength)}…` : printable;
}

/**
 * The address without a user name and a fragment. Its query is kept only where it has words, such as
 * `?option=login`: other texts may be codes or tokens.
 */
export function sentAddress(address: string): string {
  if (!URL.canParse(address)) return sentText(address.replace(/[?#][^]*$/, '?...'));
  const url = new URL(address);
  const query = [...url.searchParams].map(([name, value]) => `${wordOf(name)}=${wordOf(value)}`);
  const path = address.slice(0, address.search(/[?#]|$/)).replace(/^([^/]*\/\/)[^/]*@/, '$1');
  return sentText(query.length === 0 ? path : `${path}?${query.join('&')}`);
}

function wordOf(text: string): string {
  return /^[A-Za-z:_/-]{0,40}$/.test(text) ? text : '...';
}
