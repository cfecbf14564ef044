import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { findOffice } from '@/lib/office-pages/find-office';
import { sendPicture } from '@/lib/office-pages/send-file';

interface Context {
  params: Promise<{ id: string; picture: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id, picture } = await params;
  const office = await findOffice(chapterhouse(), parseCookies(request.headers.get('cookie')));
  return sendPicture(office, { membershipId: id, id: picture });
}
