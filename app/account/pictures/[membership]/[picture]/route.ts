import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { findOwnDoor } from '@/lib/office-pages/own-entry';
import { sendPicture } from '@/lib/office-pages/send-file';

interface Context {
  params: Promise<{ membership: string; picture: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { membership, picture } = await params;
  const door = await findOwnDoor(chapterhouse(), parseCookies(request.headers.get('cookie')));
  return sendPicture(door, { membershipId: membership, id: picture });
}
