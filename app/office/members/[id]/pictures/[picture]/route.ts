import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/http/cookies';
import { findOffice } from '@/lib/office/find-office';
import { sendPicture } from '@/lib/office/send-file';

interface Context {
  params: Promise<{ id: string; picture: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id, picture } = await params;
  const office = await findOffice(chapterhouse(), parseCookies(request.headers.get('cookie')));
  return sendPicture(office, { membershipId: id, id: picture });
}
