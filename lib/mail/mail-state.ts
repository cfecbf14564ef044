/** Whether this server can send emails. Everything that says so asks here. */
import type { Config } from '@/lib/base/config';
import type { Store } from '@/lib/store/database';
import { mailStateText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';

export interface MailSettings {
  /** null: no mail server is set, so emails wait. */
  server: { host: string; port: number; isEncrypted: boolean; signsIn: boolean } | null;
  from: string;
}

/** Neither the password nor the name of the user leaves the configuration. */
export function toMailSettings({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): MailSettings {
  if (smtpUrl === null) return { server: null, from: mailFrom };
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  const isEncrypted = protocol === 'smtps:';
  const server = {
    host: hostname,
    // The usual ports of nodemailer.
    port: port === '' ? (isEncrypted ? 465 : 587) : Number(port),
    isEncrypted,
    signsIn: username !== '',
  };
  return { server, from: mailFrom };
}

export type MailState = 'works' | 'failing' | 'off';

/** `failing`: the mail server could not be used for the newest email whose result says anything about the server. */
export async function readMailState(
  { auth }: Pick<Store, 'auth'>,
  { organisationId, settings }: { organisationId: number; settings: MailSettings },
): Promise<MailState> {
  if (settings.server === null) return 'off';
  const newest = await auth
    .selectFrom('sent_mail')
    .select('problem')
    .where('organisation_id', '=', organisationId)
    .where((is) =>
      is.or([is('problem', 'is', null), is('problem', 'not in', ['waiting', 'expired', 'interrupted'])]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.problem === 'unreachable' ? 'failing' : 'works';
}

/** null: nothing is wrong. */
export function describeMailProblem(
  state: MailState,
  { server }: MailSettings,
): { text: string; fix: string } | null {
  if (state === 'works') return null;
  if (state === 'off') return { text: mailStateText.off, fix: mailStateText.offFix };
  return { text: say(mailStateText.failing, { host: server?.host ?? '' }), fix: mailStateText.failingFix };
}
