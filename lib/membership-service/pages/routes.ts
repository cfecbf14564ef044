import { Hono, type Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import type { OAuthOptions } from '../oauth/options';
import { isUnreachable } from '../routes/errors';
import { choose, showChooser } from './choose';
import { answerConsent, deny, showConsent } from './consent';
import { enterCode, requestCode, showCodeEntry, showCodeRequest } from './mailed-code';
import { requestPasswordLink, showForgotten, showSetPassword, submitPassword } from './password';
import { showPreferences, submitPreferences } from './preferences';
import { PageProblem, renderProblem } from './problem';
import { showSignIn, signIn } from './sign-in';
import { showSignOut, signOut } from './sign-out';
import { findStylesheet } from './stylesheet';

type Answer = (options: OAuthOptions, context: Context) => Response | Promise<Response>;

/** The service's pages, under `/auth`. */
export function pageRoutes(options: OAuthOptions): Hono {
  const app = new Hono();
  const page = (name: string, show: Answer | null, submit: Answer) => {
    const path = `/auth/organisation/:organisation/${name}`;
    if (show !== null) app.get(path, (context) => show(options, context));
    app.post(path, (context) => submit(options, context));
  };
  page('sign-in', showSignIn, signIn);
  page('choose', showChooser, choose);
  page('code', showCodeRequest, requestCode);
  page('enter-code', showCodeEntry, enterCode);
  page('forgotten', showForgotten, requestPasswordLink);
  page('set-password', showSetPassword, submitPassword);
  page('consent', showConsent, answerConsent);
  page('deny', null, deny);
  page('preferences', showPreferences, submitPreferences);
  app.get('/auth/sign-out', (context) => showSignOut(options, context));
  app.post('/auth/sign-out', (context) => signOut(options, context));
  app.get('/auth/:file{.+\\.css}', sendStylesheet);
  app.all('/auth/*', () => {
    throw new PageProblem(404, 'not there');
  });
  app.onError((error, context) => renderError(options, context, error));
  return app;
}

/** The page for an error: a known problem's own, else a general one, with the error logged. */
export function renderError({ logError }: OAuthOptions, context: Context, error: unknown) {
  if (error instanceof PageProblem) return renderProblem(context, error);
  // A form that no page of ours sends: too large, or of another type.
  if (error instanceof ApiError) return renderProblem(context, new PageProblem(400, 'forged'));
  logError(error);
  const problem = isUnreachable(error) ? new PageProblem(503, 'away', 5) : new PageProblem(500, 'broken');
  return renderProblem(context, problem);
}

function sendStylesheet(context: Context) {
  const css = findStylesheet(context.req.path);
  if (css === null) throw new PageProblem(404, 'not there');
  context.header('Content-Type', 'text/css; charset=utf-8');
  context.header('Cache-Control', 'public, max-age=31536000, immutable');
  context.header('X-Content-Type-Options', 'nosniff');
  return context.body(css);
}
