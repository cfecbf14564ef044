import { endOwnSession } from '@/lib/account/end-own-session';
import { chapterhouse } from '@/lib/chapterhouse';

export async function POST(request: Request): Promise<Response> {
  return endOwnSession(chapterhouse(), request);
}
