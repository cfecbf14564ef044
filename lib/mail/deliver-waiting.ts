/** Sends emails that were kept while no mail server was set. */
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@/lib/base/clock';
import { hasCode } from '@/lib/base/error-code';
import type { MailKind } from '@/lib/contract/office-mails';
import type { Store } from '@/lib/store/database';
import { toMailFailure, type MailFailure } from './failure';
import { compose } from './mailer';
import { sendBySmtp } from './smtp';

const minuteMs = 60_000;
/** Codes and links for a new password are of no use later. The link of an invitation is valid for seven days. */
const lifetimeMs = (kind: MailKind) =>
  kind === 'sign-in code' ? 10 * minuteMs : kind === 'password link' ? 60 * minuteMs : 7 * 24 * 60 * minuteMs;

interface WaitingServices {
  store: Pick<Store, 'auth'>;
  clock: Clock;
  dataDir: string;
  smtpUrl: string;
  from: string;
}

/** Only files whose email is recorded as waiting are sent. Several processes may do so together. */
export async function deliverWaiting(services: WaitingServices): Promise<void> {
  const outbox = join(services.dataDir, 'outbox');
  const names = await readdir(outbox).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  if (names.length === 0) return;
  const rows = await services.store.auth
    .selectFrom('sent_mail')
    .select(['id', 'at', 'kind'])
    .where('problem', '=', 'waiting')
    .execute();
  const waiting = new Map(rows.map((row) => [row.id, row]));
  for (const name of names.sort()) {
    const row = waiting.get(name.slice(-idLength, -'.eml'.length));
    if (row !== undefined && !name.startsWith('.')) await deliverOne(services, { outbox, name, row });
  }
}

async function deliverOne(
  { store: { auth }, clock, smtpUrl, from }: WaitingServices,
  { outbox, name, row }: { outbox: string; name: string; row: { id: string; at: number; kind: MailKind } },
): Promise<void> {
  const claimed = join(outbox, `.${name}`);
  try {
    await rename(join(outbox, name), claimed);
  } catch (error) {
    // Another process sends this email.
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const result = async (failure: MailFailure | null) => {
    const values = { problem: failure?.problem ?? null, smtp_code: failure?.smtpCode ?? null };
    await auth
      .updateTable('sent_mail')
      .set({ ...values, at: clock().getTime() })
      .where('id', '=', row.id)
      .execute();
    await rm(claimed);
  };
  if (clock().getTime() - row.at > lifetimeMs(row.kind)) {
    await result({ problem: 'expired', smtpCode: null });
    return;
  }
  try {
    const raw = await readFile(claimed, 'utf8');
    const head = String(await compose({ from, text: '' }));
    const [, to = ''] = /^To: (.*?)\r?$/m.exec(raw) ?? [];
    const [sender = ''] = fromHeader.exec(head) ?? [];
    // The email was written when the sender's address was not set yet.
    await sendBySmtp(smtpUrl, { envelope: { from, to }, raw: raw.replace(fromHeader, () => sender) });
  } catch (error) {
    const failure = toMailFailure(error);
    // The mail server may take the email at the next attempt.
    if (failure.problem === 'unreachable' || failure.problem === 'deferred')
      await rename(claimed, join(outbox, name));
    else await result(failure);
    return;
  }
  await result(null);
}

/** The name of a file ends with the ID of the email's record, and `.eml`. */
const idLength = '00000000-0000-0000-0000-000000000000.eml'.length;
/** A long header continues in lines that begin with a space (RFC 5322 §2.2.3). */
const fromHeader = /^From:.*(?:\r?\n[ \t].*)*/m;
