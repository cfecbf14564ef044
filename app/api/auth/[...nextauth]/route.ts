import { chapterhouse } from '@/lib/chapterhouse';
import { handleAuth } from '@/lib/sso/handle-auth';

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function answer(request: Request, { params }: Context): Promise<Response> {
  return await handleAuth(chapterhouse(), request, (await params).nextauth);
}

export { answer as GET, answer as POST };
