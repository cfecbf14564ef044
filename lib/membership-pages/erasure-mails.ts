import { erasureMailText } from '@/lib/messages/own-data';
import { mailLinkText } from '@/lib/messages/mail-layout';
import { say } from '@/lib/messages/say';
import { requestErasure } from '@/lib/membership-accounts/erasure-requests';
import { findPeople } from '@/lib/membership-accounts/people';
import type { Session } from '@/lib/membership-accounts/sessions';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';
import { findBranding } from './branding';
import { sendLater } from './send-later';

/**
 * Records a request to be erased, and sends emails to the association and the person. While a request is open, another
 * call does nothing.
 */
export async function sendErasureRequest(
  services: OAuthServices,
  { session, path }: { session: Session; path: string },
): Promise<void> {
  const { store, clock, baseUrl } = services;
  const { organisationId, personId } = session;
  if (!(await requestErasure(store, { organisationId, personId }, clock()))) return;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  if (person === undefined) return;
  const branding = await findBranding(store, organisationId);
  const organisation = branding?.name ?? '';
  const contactEmail = branding?.contactEmail ?? services.contactEmail;
  const { name, email } = person;
  const subject = { organisation, id: String(personId) };
  if (contactEmail !== null) {
    const values = { ...subject, name, organisationId: String(organisationId) };
    sendLater(services, async () => ({
      to: contactEmail,
      subject: say(erasureMailText.officeSubject, subject),
      text: say(erasureMailText.office, values),
      about: { kind: 'erasure request', organisationId, personId: null },
    }));
  }
  // Warns the person, because somebody else may have sent the request.
  if (email === '') return;
  const url = `${baseUrl}${path}`;
  sendLater(services, async () => ({
    to: email,
    subject: say(erasureMailText.personSubject, { organisation }),
    text: say(erasureMailText.person, { name, organisation, url }),
    links: [{ url, label: mailLinkText.ownData }],
    about: { kind: 'erasure request', organisationId, personId },
  }));
}
