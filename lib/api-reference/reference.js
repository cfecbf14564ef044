// Sends the forms of the reference as requests and shows the responses. The token stays in its field.
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
  const organisation = encodeURIComponent(settings.elements.organisation.value);
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== '') query.append(name, value);
  const path = form.dataset.path.replace('{organisation_id}', organisation);
  const address = query.size === 0 ? path : `${path}?${query}`;
  try {
    const response = await fetch(address, {
      headers: { Authorization: `Bearer ${settings.elements.token.value}` },
    });
    const text = await response.text();
    return `GET ${address}\n${response.status} ${response.statusText}\n\n${indent(text).slice(0, 50_000)}`;
  } catch (error) {
    return `GET ${address}\nThere was no answer: ${error.message}`;
  }
}

function indent(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
