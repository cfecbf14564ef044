import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { changesSchema } from '@/lib/contract/changes';
import { endpoints, extraKey } from '@/lib/contract/endpoints';
import {
  parseListingQuery,
  parseLocationsQuery,
  parseMembersQuery,
  parseMembersV1Query,
} from '@/lib/contract/filters';
import { memberResourceSchema } from '@/lib/contract/resources';
import { referencePage } from './reference-page';
import { describeApi } from './openapi';
import examples from './openapi-examples.json';

const context = { now: new Date('2026-06-15T00:00:00Z'), timeZone: 'UTC' };
const document = describeApi('https://members.example');

interface Operation {
  tags: string[];
  operationId: string;
  security: { oauth: string[] }[];
  parameters?: { name: string; in: string }[];
  responses: object;
}

describe('the OpenAPI description', () => {
  it('lists every endpoint once, with the scope and stability of the contract', () => {
    const listed = endpoints.map(({ version, path, scope, stability }) => [
      `${version} ${path}`,
      scope,
      stability,
    ]);
    expect(listed).toEqual([
      ['v2 user', 'user', null],
      ['v2 members', 'members', 'Stable'],
      ['v2 categories', 'basic', 'Stable'],
      ['v2 membershiptypes', 'basic', 'Stable'],
      ['v2 addons', 'basic', 'Stable'],
      ['v2 extras', 'basic', 'Stable'],
      ['v2 locations', 'members', 'Beta'],
      ['v1 members', 'members', null],
      ['v1 membershiptypes', 'basic', null],
      ['v1 addons', 'basic', null],
    ]);
    const paths = Object.keys(document.paths ?? {}).map((path) =>
      path.replace('/api/', '').replace('organisation/{organisation_id}/', ''),
    );
    const oauth = ['v1/token', 'v2/authorize', 'v2/introspect', 'v2/revoke', 'v2/token', 'v2/userinfo'];
    const cards = [
      'v2/cards/codes/{Code}',
      'v2/cards/keys',
      'v2/cards/memberships/{MembershipID}',
      'v2/cards/memberships/{MembershipID}/code',
    ];
    const records = ['v2/changes', 'v2/members/batch', 'v2/members/{MembershipID}', ...cards];
    expect(paths.sort()).toEqual(
      [...oauth, ...records, ...endpoints.map(({ version, path }) => `${version}/${path}`)].sort(),
    );
  });

  it('has one parameter for each extra, and no parameter that needs a notation of its own', () => {
    const { paths } = describeApi('', 100, ['11', '12']) as { paths: Record<string, { get: Operation }> };
    for (const path of ['members', 'locations']) {
      const { parameters = [] } = paths[`/api/v2/organisation/{organisation_id}/${path}`]?.get ?? {};
      const names = parameters.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['ExtraAnswer[11][]', 'ExtraAnswer[12][]']));
      expect(JSON.stringify(parameters)).not.toMatch(/deepObject|</);
    }
  });

  it('offers the right to write only to tokens of clients, never to those of people', () => {
    const { securitySchemes } = document.components as {
      securitySchemes: { oauth: { flows: Record<string, { scopes: object }> } };
    };
    const flows = Object.entries(securitySchemes.oauth.flows);
    expect(flows.map(([name, { scopes }]) => [name, 'members:write' in scopes])).toEqual([
      ['clientCredentials', true],
      ['authorizationCode', false],
    ]);
  });

  it('lists the refusals that come before every endpoint, and those of forms', () => {
    const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
      (item) => Object.entries(item).filter(([method]) => method === 'get' || method === 'post'),
    );
    expect(operations.length).toBeGreaterThan(15);
    for (const [method, { operationId, responses }] of operations) {
      if (operationId === 'v2-authorize') continue;
      const statuses = Object.keys(responses).filter((status) => ['415', '417', '431'].includes(status));
      expect([operationId, ...statuses]).toEqual([
        operationId,
        ...(method === 'post' ? ['415', '417', '431'] : ['417', '431']),
      ]);
    }
  });

  it('is valid OpenAPI 3.1 according to an independent validator, which rejects invalid documents', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    const wrong = { ...structuredClone(document), paths: { 'no-slash': { get: { responses: 'none' } } } };
    expect((await new Validator().validate(wrong)).valid).toBe(false);
  });

  it('refers only to schemas that it has', () => {
    const text = JSON.stringify(document);
    const names = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]),
    );
    const { schemas } = document.components as { schemas: object };
    expect([...names].filter((name) => !(String(name) in schemas))).toEqual([]);
    expect(names.size).toBeGreaterThan(8);
  });

  it('has an example of a member record that fits the schema', () => {
    const example = examples['v2/members/{MembershipID}'];
    expect(memberResourceSchema.strict().parse(example)).toEqual(example);
  });

  it('has an example of changes that fits the schema', () => {
    const example = examples['v2/changes'];
    expect(changesSchema.strict().parse(example)).toEqual(example);
    expect(new Set(example.Changes.map(({ Kind }) => Kind))).toEqual(new Set(['MembershipType', 'Member']));
  });

  it.each(endpoints.map((endpoint) => [`${endpoint.version}/${endpoint.path}`, endpoint] as const))(
    'has an example of %s from the demonstration that fits the schema',
    (name, { resource, isList }) => {
      const example = (examples as Record<string, unknown>)[name];
      const records = isList ? example : [example];
      expect(records).toHaveLength(1);
      expect(resource.schema.strict().array().parse(records)).toEqual(records);
    },
  );

  it.each(
    endpoints
      .filter(({ isList }) => isList)
      .map((endpoint) => [`${endpoint.version}/${endpoint.path}`, endpoint] as const),
  )('lists the parameters that %s reads, and no other', (name, { parameters, path }) => {
    const values: Record<string, string> = { date: '2026-01-01', number: '1', integer: '1', boolean: 'true' };
    const parsers: Record<string, (raw: string) => unknown> = {
      'v2/members': (raw: string) => parseMembersQuery(raw, context),
      'v1/members': (raw: string) => parseMembersV1Query(raw, context),
      'v2/locations': (raw: string) => parseLocationsQuery(raw, context),
    };
    const parse = parsers[name];
    const takes = (['Visible', 'Searchable'] as const).filter((one) =>
      parameters.some((known) => known.name === one),
    );
    const read = parse ?? ((raw: string) => parseListingQuery(raw, takes));
    const pairs = parameters.map(({ name: parameter, schema }) => {
      const item = (schema.items ?? schema) as { type?: string; enum?: string[]; examples?: string[] };
      const value = item.enum?.[0] ?? item.examples?.[0] ?? values[item.type ?? ''] ?? '1';
      return `${parameter.replace('<extra_id>', '1')}=${value}`;
    });
    expect(() => read(pairs.join('&'))).not.toThrow();
    expect(path).not.toBe('');
  });
});

it('the reference page names every endpoint and parameter, and loads nothing from other sites', async () => {
  const page = await referencePage();
  for (const { version, path, parameters } of endpoints) {
    expect(page).toContain(`/api/${version}/organisation/{organisation_id}/${path}`);
    for (const { name } of parameters) expect(page).toContain(name.replace('<', '&lt;').replace('>', '&gt;'));
  }
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>)
    .flatMap(([path, item]) => Object.entries(item).map((entry) => [path, ...entry] as const))
    .filter(([, method, { tags }]) => method !== 'parameters' && !tags.includes('OAuth 2.0'));
  expect(operations.map(([, , { operationId }]) => operationId)).toContain('v2-change-members');
  for (const [path, method, { operationId, security, parameters = [], responses }] of operations) {
    const [, part = ''] = page.split(`<section id="${operationId}"`);
    const [text = ''] = part.split('</section>');
    expect(text).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
    expect(text).toContain(`Scope <code>${security[0]?.oauth.join(' ')}</code>`);
    for (const { name, in: place } of parameters) {
      if (!name.includes(extraKey))
        expect(text).toContain(
          `name="${name}" value="${name === 'Validate-Only' ? 'true' : ''}" data-in="${place}"`,
        );
    }
    for (const status of Object.keys(responses)) expect(text).toContain(`<th scope="row">${status}</th>`);
    if (path.includes('{MembershipID}'))
      expect(text).toContain('name="MembershipID" value="" data-in="path"');
  }
  expect([...page.matchAll(/(?:src|href)="(?!#)([^"]*)"/g)].map((match) => match[1])).toEqual([
    '/docs/api/reference.css',
    '/docs/api/reference.js',
    '/api/openapi.json',
  ]);
});

it('the description and the page name only this server’s organisation', async () => {
  const description = JSON.stringify(describeApi('https://members.example', 600));
  expect(description).toContain('https://members.example/api/v2/organisation/600/token');
  expect(description).toMatch(/"name":"organisation_id"[^}]*\}?[^}]*"example":600/);
  expect(description).not.toContain('/organisation/100');
  expect(await referencePage(600)).toContain('value="600"');
});
