import { lookUp } from '@/lib/base/look-up';
import type { FormRefusal } from './send-form';

export const mailsPath = '/office/mails';

export interface MailsFilter {
  /** null: all emails. */
  result: 'failed' | 'waiting' | null;
  since: string | null;
  after: string | null;
}

export function readMailsAddress(sent: Record<string, string | string[] | undefined>): MailsFilter {
  const one = (name: string) => {
    const value = lookUp(sent, name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const result = one('Result');
  return {
    result: result === 'failed' || result === 'waiting' ? result : null,
    since: one('Since'),
    after: one('After'),
  };
}

/** The page and the endpoint share this query. */
export function toMailsQuery({ result, since, after }: MailsFilter): string {
  return new URLSearchParams({
    ...(result === null ? {} : { Result: result }),
    ...(since === null ? {} : { Since: since }),
    ...(after === null ? {} : { After: after }),
  }).toString();
}

export function toMailsAddress(filter: MailsFilter): string {
  const query = toMailsQuery(filter);
  return query === '' ? mailsPath : `${mailsPath}?${query}`;
}

export interface MailTestState {
  turn: number;
  refusal: FormRefusal | null;
  /** What became of the test. null: none was sent. */
  done: string | null;
}
