import { chapterhouse } from '@/lib/chapterhouse';
import { exportList } from '@/lib/office-pages/export-list';

export async function POST(request: Request): Promise<Response> {
  return exportList(chapterhouse(), request);
}
