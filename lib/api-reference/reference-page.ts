import { html, raw } from 'hono/html';
import {
  endpoints,
  type EndpointDescription,
  type ParameterDescription,
} from '@/lib/membership-api/endpoints';
import examples from './openapi-examples.json';
import { exampleOrganisation } from './openapi-parts';

/** The page at /docs/api: every endpoint with its parameters, an example and a form that calls it. */
export async function referencePage(organisationId = exampleOrganisation): Promise<string> {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Membership API</title>
        <link rel="stylesheet" href="/docs/api/reference.css" />
        <script type="module" src="/docs/api/reference.js"></script>
      </head>
      <body>
        <h1>Membership API</h1>
        <p>
          Read access to an association’s members. This description is also available as
          <a href="/api/openapi.json">OpenAPI 3.1</a>. Get a client ID and secret from the association. Get a
          token from <code>POST /api/v2/organisation/{organisation_id}/token</code> with
          <code>grant_type=client_credentials</code> and HTTP Basic credentials, and send it as
          <code>Authorization: Bearer</code>.
        </p>
        <form id="settings" class="settings">
          <label
            >Organisation <input name="organisation" inputmode="numeric" value="${organisationId}"
          /></label>
          <label>Access token <input name="token" type="password" autocomplete="off" /></label>
        </form>
        <nav aria-label="Endpoints">
          <ul>
            ${endpoints.map(navigation)}
          </ul>
        </nav>
        <main>${await Promise.all(endpoints.map(section))}</main>
      </body>
    </html> `;
  return String(await page);
}

function navigation(endpoint: EndpointDescription) {
  return html`<li><a href="#${idOf(endpoint)}">${endpoint.summary}</a></li>`;
}

function section(endpoint: EndpointDescription) {
  const { version, path, summary, scope, stability, parameters } = endpoint;
  const byEndpoint: Record<string, unknown> = examples;
  const address = `/api/${version}/organisation/{organisation_id}/${path}`;
  return html` <section id="${idOf(endpoint)}" aria-labelledby="${idOf(endpoint)}-title">
    <h2 id="${idOf(endpoint)}-title">${summary}<br /><code>GET ${address}</code></h2>
    <p>Scope <code>${scope}</code>. <span class="mark">${stability ?? 'Not declared stable'}</span></p>
    <form data-path="${address}">
      ${parameters.length === 0 ? html`<p>No parameters.</p>` : table(endpoint, parameters)}
      <button>Send request</button>
      <pre tabindex="0" aria-label="Response"><output></output></pre>
    </form>
    <details>
      <summary>Example</summary>
      <pre tabindex="0">${JSON.stringify(byEndpoint[`${version}/${path}`], null, 2)}</pre>
    </details>
  </section>`;
}

function table(endpoint: EndpointDescription, parameters: readonly ParameterDescription[]) {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Parameter</th>
        <th scope="col">Value</th>
      </tr>
    </thead>
    <tbody>
      ${parameters.map((parameter) => row(endpoint, parameter))}
    </tbody>
  </table>`;
}

function row(endpoint: EndpointDescription, { name, description, schema }: ParameterDescription) {
  const id = `${idOf(endpoint)}-${name.replace(/\W+/g, '-')}`;
  const known = raw(schema.default === undefined ? '' : ` Default: ${String(schema.default)}.`);
  // The key of an extra is part of the name, so there is no single field for it.
  const field = name.includes('<') ? html`<code>${name}</code>` : html`<input id="${id}" name="${name}" />`;
  return html`<tr>
    <th scope="row">
      <label for="${id}"><code>${name}</code></label>
    </th>
    <td>${field}<small>${description}${known}</small></td>
  </tr>`;
}

function idOf({ version, path }: EndpointDescription): string {
  return `${version}-${path}`;
}
