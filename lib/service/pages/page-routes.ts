import { Hono, type Context } from 'hono';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import { authorizeRoutes } from './authorize';
import { choose, showChooser } from './choose';
import { showContinue, submitContinue } from './continue-as';
import { submitConsent, deny, showConsent } from './consent';
import { endSessionRoutes } from './end-session';
import { enterCode, requestCode, showCodeEntry, showCodeRequest } from './mailed-code';
import { requestPasswordLink, showForgotten, showSetPassword, submitPassword } from './password';
import { leaveMembersOnly, showMembersOnly } from './members-only';
import { showConfirmEmail, showOwnEmail, submitConfirmEmail, submitOwnEmail } from './own-email';
import { answerOffer, showOffer } from './passkey-offer';
import { findScript } from './passkey-script';
import { showPasskeys, submitPasskeys } from './passkeys';
import { PageProblem } from './problem';
import { refuseUnfinishedImport } from './refuse-unfinished-import';
import { renderError } from './render-error';
import { showSignIn, signIn, signInWithPasskey } from './sign-in';
import { showSignOut, signOut } from './sign-out';
import { showSampleMail } from './sample-mail';
import { findStylesheet } from './stylesheet';

type PageHandler = (services: OAuthServices, context: Context) => Response | Promise<Response>;

/** The pages under `/auth`, and the authorize endpoint, which redirects to them. */
export function pageRoutes(services: OAuthServices): Hono {
  const app = new Hono();
  app.use('/auth/organisation/:organisation/*', async (context, next) => {
    const organisationId = parseOrganisation(context.req.param('organisation'));
    if (organisationId !== null) await refuseUnfinishedImport(services.store, organisationId);
    return next();
  });
  const page = (name: string, show: PageHandler | null, submit: PageHandler) => {
    const path = `/auth/organisation/:organisation/${name}`;
    if (show !== null) app.get(path, (context) => show(services, context));
    app.post(path, (context) => submit(services, context));
  };
  page('sign-in', showSignIn, signIn);
  page('passkey', showSignIn, signInWithPasskey);
  page('offer-passkey', showOffer, answerOffer);
  page('choose', showChooser, choose);
  page('code', showCodeRequest, requestCode);
  page('enter-code', showCodeEntry, enterCode);
  page('forgotten', showForgotten, requestPasswordLink);
  page('set-password', showSetPassword, submitPassword);
  page('consent', showConsent, submitConsent);
  page('continue', showContinue, submitContinue);
  page('deny', null, deny);
  page('members-only', showMembersOnly, leaveMembersOnly);
  page('passkeys', showPasskeys, submitPasskeys);
  page('email', showOwnEmail, submitOwnEmail);
  page('confirm-email', showConfirmEmail, submitConfirmEmail);
  // Other sites, and emails of earlier releases, link to these two.
  app.get('/auth/organisation/:organisation/preferences', (context) =>
    context.redirect('/account/privacy?edit=audiences', 303),
  );
  app.get('/auth/organisation/:organisation/own-data', (context) =>
    context.redirect('/account/privacy/data', 303),
  );
  app.get('/auth/organisation/:organisation/sample-mail', (context) => showSampleMail(services, context));
  app.get('/auth/sign-out', (context) => showSignOut(services, context));
  app.post('/auth/sign-out', (context) => signOut(services, context));
  app.get('/auth/:file{.+\\.(?:css|js)}', sendFile);
  app.all('/auth/*', () => {
    throw new PageProblem(404, 'not there');
  });
  app.onError((error, context) => renderError(services, context, error));
  return new Hono()
    .route('/', app)
    .route('/', authorizeRoutes(services))
    .route('/', endSessionRoutes(services));
}

function sendFile(context: Context) {
  const { path } = context.req;
  const [css, script] = [findStylesheet(path), findScript(path)];
  const text = css ?? script;
  if (text === null) throw new PageProblem(404, 'not there');
  context.header('Content-Type', `text/${css === null ? 'javascript' : 'css'}; charset=utf-8`);
  context.header('Cache-Control', 'public, max-age=31536000, immutable');
  context.header('X-Content-Type-Options', 'nosniff');
  return context.body(text);
}
