import { Hono, type Context } from 'hono';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';
import { authorizeRoutes } from './authorize';
import { choose, showChooser } from './choose';
import { submitConsent, deny, showConsent } from './consent';
import { enterCode, requestCode, showCodeEntry, showCodeRequest } from './mailed-code';
import { requestPasswordLink, showForgotten, showSetPassword, submitPassword } from './password';
import { leaveMembersOnly, showMembersOnly } from './members-only';
import { showPreferences, submitPreferences } from './preferences';
import { showOwnData, submitOwnData } from './own-data';
import { PageProblem } from './problem';
import { renderError } from './render-error';
import { showSignIn, signIn } from './sign-in';
import { showSignOut, signOut } from './sign-out';
import { findStylesheet } from './stylesheet';

type PageHandler = (services: OAuthServices, context: Context) => Response | Promise<Response>;

/** The service's pages, under `/auth`, and the authorize endpoint, which redirects to them. */
export function pageRoutes(services: OAuthServices): Hono {
  const app = new Hono();
  const page = (name: string, show: PageHandler | null, submit: PageHandler) => {
    const path = `/auth/organisation/:organisation/${name}`;
    if (show !== null) app.get(path, (context) => show(services, context));
    app.post(path, (context) => submit(services, context));
  };
  page('sign-in', showSignIn, signIn);
  page('choose', showChooser, choose);
  page('code', showCodeRequest, requestCode);
  page('enter-code', showCodeEntry, enterCode);
  page('forgotten', showForgotten, requestPasswordLink);
  page('set-password', showSetPassword, submitPassword);
  page('consent', showConsent, submitConsent);
  page('deny', null, deny);
  page('members-only', showMembersOnly, leaveMembersOnly);
  page('preferences', showPreferences, submitPreferences);
  page('own-data', showOwnData, submitOwnData);
  app.get('/auth/sign-out', (context) => showSignOut(services, context));
  app.post('/auth/sign-out', (context) => signOut(services, context));
  app.get('/auth/:file{.+\\.css}', sendStylesheet);
  app.all('/auth/*', () => {
    throw new PageProblem(404, 'not there');
  });
  app.onError((error, context) => renderError(services, context, error));
  return new Hono().route('/', app).route('/', authorizeRoutes(services));
}

function sendStylesheet(context: Context) {
  const css = findStylesheet(context.req.path);
  if (css === null) throw new PageProblem(404, 'not there');
  context.header('Content-Type', 'text/css; charset=utf-8');
  context.header('Cache-Control', 'public, max-age=31536000, immutable');
  context.header('X-Content-Type-Options', 'nosniff');
  return context.body(css);
}
