import { endOwnSession } from '@/lib/account/own-sign-in-forms';
import { chapterhouse } from '@/lib/chapterhouse';

export async function POST(request: Request): Promise<Response> {
  return endOwnSession(chapterhouse(), request);
}
