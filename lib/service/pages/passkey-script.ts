import { createHash } from 'node:crypto';

/**
 * The only script of the service's pages. The script is sent unchanged, because no build step covers these pages. A
 * form with `data-passkey` is hidden until the browser supports passkeys. The page contains the options, and the form
 * sends the passkey's response in the field `response`. So the script itself sends no requests, and the
 * Content-Security-Policy allows none. After an error, the script waits until the button is pressed. Otherwise, a
 * device that responds without asking the person would send the same passkey again and again.
 */
const script = `'use strict';
(() => {
  const forms = [...document.querySelectorAll('form[data-passkey]')];
  const asked = [...document.querySelectorAll('input[name=hasPasskeys]')];
  if (!window.PublicKeyCredential || !navigator.credentials) return;
  const toBytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  const toText = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  const withBytes = (list) => (list || []).map((one) => ({ ...one, id: toBytes(one.id) }));
  const toOptions = (options) => ({
    ...options,
    challenge: toBytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: toBytes(options.user.id) } }),
    ...(options.excludeCredentials && { excludeCredentials: withBytes(options.excludeCredentials) }),
  });
  const toResponse = ({ id, rawId, type, response }) => {
    const clientDataJSON = toText(response.clientDataJSON);
    const rest = response.attestationObject
      ? {
          attestationObject: toText(response.attestationObject),
          transports: response.getTransports ? response.getTransports() : [],
        }
      : {
          authenticatorData: toText(response.authenticatorData),
          signature: toText(response.signature),
          userHandle: response.userHandle ? toText(response.userHandle) : '',
        };
    return JSON.stringify({ id, rawId: toText(rawId), type, response: { clientDataJSON, ...rest } });
  };
  let waiting = null;
  const run = async (form, conditional) => {
    const publicKey = toOptions(JSON.parse(form.dataset.options));
    if (waiting) waiting.abort();
    waiting = new AbortController();
    const request = { publicKey, signal: waiting.signal, ...(conditional && { mediation: 'conditional' }) };
    const credential = await navigator.credentials[form.dataset.passkey](request);
    if (!credential) return;
    form.elements.namedItem('response').value = toResponse(credential);
    form.submit();
  };
  const offer = async (form) => {
    const { isConditionalMediationAvailable } = PublicKeyCredential;
    if (isConditionalMediationAvailable && (await PublicKeyCredential.isConditionalMediationAvailable()))
      await run(form, true).catch(() => undefined);
  };
  for (const form of forms) {
    const note = form.querySelector('.note');
    form.hidden = false;
    for (const other of document.querySelectorAll('[data-without-passkeys]')) other.hidden = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      note.textContent = '';
      run(form, false).catch((error) => {
        note.textContent = error.name === 'InvalidStateError' ? form.dataset.isThere : form.dataset.failed;
        if (form.dataset.passkey === 'get') offer(form);
      });
    });
    if (form.dataset.passkey === 'get' && !document.querySelector('.errors')) offer(form);
  }
  if (asked.length > 0 && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable)
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
      .then((isAvailable) => asked.forEach((field) => (field.value = isAvailable ? 'yes' : '')))
      .catch(() => undefined);
})();
`;

/** The address changes with the text, so browsers may cache the script permanently. */
export const passkeyScriptPath = `/auth/passkeys-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;

/** null: there is no script at this address. */
export function findScript(path: string): string | null {
  return path === passkeyScriptPath ? script : null;
}
