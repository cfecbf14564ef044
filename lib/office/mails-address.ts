import { lookUp } from '@/lib/look-up';

export const mailsPath = '/office/mails';

export interface MailsFilter {
  failed: boolean;
  since: string | null;
  after: string | null;
}

export function readMailsAddress(sent: Record<string, string | string[] | undefined>): MailsFilter {
  const one = (name: string) => {
    const value = lookUp(sent, name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return { failed: one('Failed') === 'true', since: one('Since'), after: one('After') };
}

/** The page and the endpoint share this query. */
export function toMailsQuery({ failed, since, after }: MailsFilter): string {
  return new URLSearchParams({
    ...(failed ? { Failed: 'true' } : {}),
    ...(since === null ? {} : { Since: since }),
    ...(after === null ? {} : { After: after }),
  }).toString();
}

export function toMailsAddress(filter: MailsFilter): string {
  const query = toMailsQuery(filter);
  return query === '' ? mailsPath : `${mailsPath}?${query}`;
}
