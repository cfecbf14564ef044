import { chapterhouse } from '@/lib/chapterhouse';
import { exportList } from '@/lib/office/export-list';

export async function POST(request: Request): Promise<Response> {
  return exportList(chapterhouse(), request);
}
