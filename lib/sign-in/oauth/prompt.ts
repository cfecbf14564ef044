/**
 * How a client influences the sign-in.
 * @see OpenID Connect Core §3.1.2.1
 */
import { emailKey } from '@/lib/store/email-key';

const prompts = ['none', 'login', 'consent', 'select_account'] as const;
export type Prompt = (typeof prompts)[number];

export interface PromptParameters {
  /** Unknown words in the request are left out. */
  prompts: Prompt[];
  /** The maximum time since the person signed in. null: no limit. */
  maxAgeSeconds: number | null;
  /** The email address or the ID of the person whom the client expects. */
  loginHint: string | null;
}

/** The parameters for a request that an earlier release stored. */
export const noPromptParameters: PromptParameters = { prompts: [], maxAgeSeconds: null, loginHint: null };

/** Longer than any email address. */
const maxHintLength = 320;

/** null: the parameters are valid. */
export function refusePromptParameters(query: URLSearchParams): string | null {
  const words = wordsOf(query);
  if (words.includes('none') && words.length > 1) return 'prompt=none cannot be combined with other values';
  const age = query.get('max_age') || null;
  return age === null || /^\d{1,9}$/.test(age) ? null : 'max_age must be a number of seconds';
}

export function readPromptParameters(query: URLSearchParams): PromptParameters {
  const words = wordsOf(query);
  const age = query.get('max_age') || null;
  const hint = query.get('login_hint')?.trim() ?? '';
  return {
    prompts: prompts.filter((prompt) => words.includes(prompt)),
    maxAgeSeconds: age === null ? null : Number(age),
    loginHint: hint === '' || hint.length > maxHintLength ? null : hint,
  };
}

/** A hint may match several people, because they may share an email address. */
export function isHintFor(hint: string, { id, email }: { id: number; email: string }): boolean {
  return hint === String(id) || emailKey(hint) === emailKey(email);
}

function wordsOf(query: URLSearchParams): string[] {
  return (query.get('prompt') ?? '').split(' ').filter((word) => word !== '');
}
