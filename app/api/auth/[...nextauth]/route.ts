import { chapterhouse } from '@/lib/chapterhouse';
import { handleAuth } from '@/lib/account/sso/handle-auth';

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function response(request: Request, { params }: Context): Promise<Response> {
  return await handleAuth(chapterhouse(), request, (await params).nextauth);
}

export { response as GET, response as POST };
