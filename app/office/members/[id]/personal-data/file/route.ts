import { chapterhouse } from '@/lib/chapterhouse';
import { exportPerson } from '@/lib/office-pages/personal-data';

interface Context {
  params: Promise<{ id: string }>;
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return exportPerson(chapterhouse(), request, (await params).id);
}
