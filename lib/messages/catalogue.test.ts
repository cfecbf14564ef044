import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { say } from './say';

const pages = ['app', 'components', 'lib/service/pages'].flatMap(sourcesIn);
const catalogue = sourcesIn('lib/messages').map((file) => `@/${file}`);

/** Attributes and properties with text that people read or hear. */
const shownNames = /^(aria-label|aria-description|alt|title|placeholder|label|hint|text|summary|lead)$/;

describe('the catalogue', () => {
  it('contains all text of the pages: none is in their code', () => {
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.flatMap((file) => textIn(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.each([
    'const page = <p>Save</p>;',
    "const page = <p>{isNew ? 'new' : ''}</p>;",
    'const page = <p>{name !== null && ` of ${name}`}</p>;',
    'const page = <nav aria-label="Main" />;',
    "const page = <Field label={isCode ? 'Code' : label} />;",
    "const metadata = { title: 'Card' };",
    "const problem = 'Enter your name.';",
    "const problems = [{ field: 'name', why: 'Enter your name.' }];",
    'const problem = `Too many attempts of ${name}`;',
  ])('the check finds %s', (code) => expect(textIn('page.tsx', code)).toHaveLength(1));

  it.each([
    'const page = <p className="grid gap-2">{name} · {size} ←&nbsp;</p>;',
    "const page = <p>{kind === 'member' && <b className={`p-2 ${wide}`}>{siteText.title}</b>}</p>;",
    "throw new Error('There is no such member');",
    "logError(undelivered('An email of the sign-in', error));",
  ])('the check ignores %s', (code) => expect(textIn('page.tsx', code)).toEqual([]));

  it('has only messages that can be formatted', async () => {
    const modules = await Promise.all(catalogue.map((file) => import(/* @vite-ignore */ file)));
    const messages = modules.flatMap(stringsOf);
    expect(messages.length).toBeGreaterThan(300);
    for (const message of messages) {
      expect(format(message)).not.toMatch(/[{}]/);
      expect(message.replace(/<(\w+)>[^<>]*<\/\1>/, '')).not.toMatch(/[<>]/);
    }
  });
});

/** The modules are loaded by name, so their messages have no types. */
const format = say as (message: string) => string;

function sourcesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).map((file) => join(folder, file));
}

/** Each text for people as "file:line: text". */
function textIn(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (isShown(node) || readsAsSentence(node)) found.add(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found].map((node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    return `${file}:${line + 1}: ${node.getText().trim()}`;
  });
}

/**
 * Text between tags, or a string that is a child of an element, a choice within a child, or one of the text attributes
 * above.
 */
function isShown(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return hasLetters(node.text.replace(/&\w+;/g, ''));
  return isString(node) && hasLetters(wordsOf(node)) && isShownAt(node);
}

function isShownAt(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isShownAt(parent) : true;
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent))
    return shownNames.test(parent.name.getText());
  if (ts.isParenthesizedExpression(parent)) return isShownAt(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShownAt(parent);
  return ts.isBinaryExpression(parent) && joins.has(parent.operatorToken.kind) && isShownAt(parent);
}

const joins = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** A capital letter, more letters and a space. Log messages do not count. */
function readsAsSentence(node: ts.Node): boolean {
  return isString(node) && /^\p{Lu}\p{Ll}*['’]?\p{Ll}* [\p{L}“$]/u.test(wordsOf(node)) && !isForLog(node);
}

function isForLog({ parent }: ts.Node): boolean {
  if (ts.isStatement(parent)) return ts.isThrowStatement(parent);
  const isLogged = ts.isCallExpression(parent) && parent.expression.getText() === 'logError';
  return isLogged || isForLog(parent);
}

function isString(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function wordsOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('$');
}

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text);
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
