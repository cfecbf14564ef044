import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { isUnreachable } from '@/lib/store/sql/unreachable';
import { FinishedSignIn, renderFinished } from './finished-sign-in';
import { PageProblem, renderProblem } from './problem';

export async function renderError(
  services: OAuthServices,
  context: Context,
  error: unknown,
): Promise<Response> {
  if (error instanceof FinishedSignIn) {
    try {
      return await renderFinished(services, context, error.request);
    } catch (failure) {
      return renderError(services, context, failure);
    }
  }
  if (error instanceof PageProblem) return renderProblem(context, error);
  // The form is too large or has the wrong content type. Our own pages never send such a form, so somebody else has
  // made it.
  if (error instanceof ApiError) return renderProblem(context, new PageProblem(400, 'forged'));
  services.logError(error);
  const problem = isUnreachable(error) ? new PageProblem(503, 'away', 5) : new PageProblem(500, 'broken');
  return renderProblem(context, problem);
}
