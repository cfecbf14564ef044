// Sends the forms of the reference as requests and shows the responses. The token stays in its input field and is
// stored nowhere.
const settings = document.querySelector('#settings');

for (const form of document.querySelectorAll('form[data-path]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const output = form.querySelector('output');
    output.textContent = 'Waiting for the response …';
    output.textContent = await send(form);
  });
}

async function send(form) {
  const { method, type } = form.dataset;
  const { address, headers, body } = toRequest(form);
  if (type !== '') headers['Content-Type'] = type;
  headers.Authorization = `Bearer ${settings.elements.token.value}`;
  try {
    const response = await fetch(address, { method, headers, body });
    const tag = response.headers.get('ETag');
    const head = `${method} ${address}\n${response.status} ${response.statusText}${tag === null ? '' : `\nETag: ${tag}`}`;
    return `${head}\n\n${indent(await response.text()).slice(0, 50_000)}`;
  } catch (error) {
    return `${method} ${address}\nThere was no response: ${error.message}`;
  }
}

function toRequest(form) {
  const organisation = encodeURIComponent(settings.elements.organisation.value);
  let path = form.dataset.path.replace('{organisation_id}', organisation);
  const query = new URLSearchParams();
  const headers = {};
  let body;
  for (const { name, value, dataset } of form.querySelectorAll('[data-in]')) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (dataset.in === 'query') query.append(name, value);
    else if (dataset.in === 'header') headers[name] = value;
    else body = value;
  }
  return { address: query.size === 0 ? path : `${path}?${query}`, headers, body };
}

function indent(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
