import { withdrawFromSite } from '@/lib/account/withdraw-from-site';
import { chapterhouse } from '@/lib/chapterhouse';

export async function POST(request: Request): Promise<Response> {
  return withdrawFromSite(chapterhouse(), request);
}
