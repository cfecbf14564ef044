import { html, raw } from 'hono/html';
import { extraKey } from '@/lib/contract/endpoints';
import { describeApi } from './openapi';
import { exampleOrganisation } from './openapi-parts';

interface Operation {
  tags: readonly string[];
  operationId: string;
  summary: string;
  description: string;
  /** If absent, the operation is an extension of the contract. */
  'x-stability'?: string | null;
  security: readonly { oauth?: readonly string[] }[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required?: boolean;
  schema: { default?: unknown };
}

interface Content {
  example?: unknown;
}

interface Listed extends Operation {
  method: string;
  path: string;
}

export async function referencePage(organisationId = exampleOrganisation): Promise<string> {
  const operations = listOperations(organisationId);
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
          Reads and changes an association’s members. This description is also available as
          <a href="/api/openapi.json">OpenAPI 3.1</a>. Get a client ID and secret from the association. Get a
          token from <code>POST /api/v2/organisation/{organisation_id}/token</code> with
          <code>grant_type=client_credentials</code> and HTTP Basic credentials, and send it as
          <code>Authorization: Bearer</code>. A token has the scope <code>members:write</code> only if the
          request for the token names it and the association has granted it to the client.
        </p>
        <form id="settings" class="settings">
          <label
            >Organisation <input name="organisation" inputmode="numeric" value="${organisationId}"
          /></label>
          <label>Access token <input name="token" type="password" autocomplete="off" /></label>
        </form>
        <nav aria-label="Endpoints">
          <ul>
            ${operations.map(navigation)}
          </ul>
        </nav>
        <main>${await Promise.all(operations.map(section))}</main>
      </body>
    </html> `;
  return String(await page);
}

/**
 * The contract's operations come first, in its order, and then the extensions. The operations for tokens are left out,
 * because they are sent without a token.
 */
function listOperations(organisationId: number): Listed[] {
  // Each path item that `describeApi` returns has operations, but the return type is plain JSON.
  const paths = describeApi('', organisationId, [extraKey]).paths as Record<string, Record<string, unknown>>;
  const all = Object.entries(paths).flatMap(([path, { parameters = [], ...operations }]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, operation]): Listed => {
      const ofPath = (parameters as Partial<Parameter>[]).filter((one) => one.in === 'path') as Parameter[];
      const own = [...ofPath, ...(operation.parameters ?? [])];
      return { ...operation, parameters: own, method: method.toUpperCase(), path };
    }),
  );
  const listed = all.filter(({ tags }) => !tags.includes('OAuth 2.0'));
  return [...listed.filter(isOfContract), ...listed.filter((one) => !isOfContract(one))];
}

function isOfContract(operation: Operation): boolean {
  return operation['x-stability'] !== undefined;
}

function navigation({ operationId, summary }: Listed) {
  return html`<li><a href="#${operationId}">${summary}</a></li>`;
}

function section(operation: Listed) {
  const { operationId, summary, description, method, path, parameters = [], requestBody } = operation;
  const scopes = operation.security.flatMap(({ oauth = [] }) => oauth);
  const mark = isOfContract(operation) ? (operation['x-stability'] ?? 'Not declared stable') : 'Extension';
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return html` <section id="${operationId}" aria-labelledby="${operationId}-title">
    <h2 id="${operationId}-title">${summary}<br /><code>${method} ${path}</code></h2>
    <p>Scope <code>${scopes.join(' ')}</code>. <span class="mark">${mark}</span></p>
    ${isOfContract(operation) ? '' : html`<p>${description}</p>`}
    <form data-method="${method}" data-path="${path}" data-type="${type ?? ''}">
      ${parameters.length === 0 ? html`<p>No parameters.</p>` : table(operation, parameters)}
      ${body === undefined ? '' : bodyField(operationId, body.example)}
      <button>Send request</button>
      <pre tabindex="0" aria-label="Response"><output></output></pre>
    </form>
    ${responses(operation)}
  </section>`;
}

function bodyField(operationId: string, example: unknown) {
  const id = `${operationId}-body`;
  const text = example === undefined ? '' : JSON.stringify(example, null, 2);
  return html`<label for="${id}">Request body</label>
    <textarea id="${id}" data-in="body" rows="8" spellcheck="false">${text}</textarea>`;
}

function table(operation: Listed, parameters: readonly Parameter[]) {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Parameter</th>
        <th scope="col">Value</th>
      </tr>
    </thead>
    <tbody>
      ${parameters.map((parameter) => row(operation, parameter))}
    </tbody>
  </table>`;
}

function row({ operationId }: Listed, parameter: Parameter) {
  const { name, description, required, schema } = parameter;
  const id = `${operationId}-${name.replace(/\W+/g, '-')}`;
  const place = parameter.in === 'query' ? '' : ` In the ${parameter.in === 'path' ? 'address' : 'headers'}.`;
  const known = raw(schema.default === undefined ? '' : ` Default: ${String(schema.default)}.`);
  // People can try a request here. At first, `Validate-Only` is `true`, so the request changes no data by mistake.
  const value = name === 'Validate-Only' ? 'true' : '';
  // The key of an extra is part of the name, so there is no single field for it.
  const field = name.includes(extraKey)
    ? html`<code>${name}</code>`
    : html`<input id="${id}" name="${name}" value="${value}" data-in="${parameter.in}" />`;
  return html`<tr>
    <th scope="row">
      <label for="${id}"><code>${name}</code></label>
    </th>
    <td>${field}<small>${required === true ? 'Required. ' : ''}${description}${place}${known}</small></td>
  </tr>`;
}

function responses({ responses: byStatus }: Listed) {
  const examples = Object.values(byStatus).map(({ content }) => content?.['application/json']?.example);
  const example = examples.find((one) => one !== undefined);
  return html`<details>
    <summary>Example and errors</summary>
    ${example === undefined ? '' : html`<pre tabindex="0">${JSON.stringify(example, null, 2)}</pre>`}
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(byStatus).map(
          ([status, { description }]) =>
            html`<tr>
              <th scope="row">${status}</th>
              <td>${withCode(description)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
