import { sendOwnData } from '@/lib/account/send-own-data';
import { chapterhouse } from '@/lib/chapterhouse';

export async function POST(request: Request): Promise<Response> {
  return sendOwnData(chapterhouse(), request);
}
