import { maxNotices, type NoticeSetting } from '@/lib/contract/notice-settings';
import type { NoticeChange } from '@/lib/contract/office-notices';
import type { MembersWriter } from '@/lib/store/members-writer';

/** The message says why the change is refused. */
export class NoticeError extends Error {
  override name = 'NoticeError';
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * @returns the ID of the new reminder
 * @throws NoticeError
 */
export async function addNotice(writer: MembersWriter, change: NoticeChange): Promise<number> {
  const settings = await writer.notices.settings();
  const { notices } = settings;
  if (notices.length >= maxNotices)
    throw new NoticeError('Days', `there are ${maxNotices} reminders already`);
  refuseSameDay(notices, change);
  const ID = 1 + Math.max(await writer.notices.highestId(), ...notices.map((one) => one.ID));
  await writer.notices.putSettings({ ...settings, notices: [...notices, { ID, ...change }] });
  return ID;
}

/**
 * @returns false if there is no such reminder
 * @throws NoticeError
 */
export async function changeNotice(
  writer: MembersWriter,
  id: number,
  change: Partial<NoticeChange>,
): Promise<boolean> {
  const settings = await writer.notices.settings();
  const old = settings.notices.find(({ ID }) => ID === id);
  if (old === undefined) return false;
  const others = settings.notices.filter(({ ID }) => ID !== id);
  const notice = { ...old, ...change };
  refuseSameDay(others, notice);
  await writer.notices.putSettings({ ...settings, notices: [...others, notice] });
  return true;
}

/** @returns false if there is no such reminder */
export async function removeNotice(writer: MembersWriter, id: number): Promise<boolean> {
  const settings = await writer.notices.settings();
  const notices = settings.notices.filter(({ ID }) => ID !== id);
  if (notices.length === settings.notices.length) return false;
  await writer.notices.putSettings({ ...settings, notices });
  return true;
}

/** Two reminders on the same day would be sent together. */
function refuseSameDay(others: readonly NoticeSetting[], { Days }: NoticeChange): void {
  if (others.some((one) => one.Days === Days))
    throw new NoticeError('Days', 'is the same as that of another reminder');
}
