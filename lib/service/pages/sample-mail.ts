import type { Context } from 'hono';
import { mailHtml } from '@/lib/mail/mail-html';
import { mailPictureType } from '@/lib/mail/read-identity';
import { isPictureName } from '@/lib/contract/fields/organisation';
import { mailLinkText, sampleMailText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import { picturePath } from '@/lib/contract/site';
import { parseThemeName } from '@/lib/base/theme';
import { findBranding } from './branding';
import { PageProblem } from './problem';

/**
 * Responds to GET with the HTML of a sample email. The request contains the colours, font and logo, so that people see
 * them before they are saved. The email contains only public data, and our own pages are allowed to show it in a frame.
 */
export async function showSampleMail(services: OAuthServices, context: Context): Promise<Response> {
  const organisationId = parseOrganisation(context.req.param('organisation') ?? '');
  const branding = organisationId === null ? null : await findBranding(services.store, organisationId);
  const theme = parseThemeName(context.req.query('theme') ?? '');
  if (branding === null || theme === null) throw new PageProblem(404, 'not there');
  const { id, name: organisation, contactEmail } = branding;
  const link = `${services.baseUrl}/account`;
  const html = mailHtml(
    {
      subject: say(sampleMailText.subject, { organisation }),
      text: say(sampleMailText.text, { organisation, link }),
      links: [{ url: link, label: mailLinkText.renew }],
    },
    {
      look: { ...theme, name: organisation, contactEmail: contactEmail ?? services.contactEmail },
      logo: logoOf(id, context.req.query('logo') ?? ''),
    },
  );
  return context.html(html, 200, {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
}

/** null: emails cannot contain this picture, and the name is shown instead. */
function logoOf(organisationId: number, name: string): string | null {
  return isPictureName(name) && mailPictureType(name) !== null ? picturePath(organisationId, name) : null;
}
