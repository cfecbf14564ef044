import { withdrawFromSite } from '@/lib/account/own-sign-in-forms';
import { chapterhouse } from '@/lib/chapterhouse';

export async function POST(request: Request): Promise<Response> {
  return withdrawFromSite(chapterhouse(), request);
}
