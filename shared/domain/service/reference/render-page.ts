import type { ApiDescription, Operation, PathItem, Schema, Tag } from './api-description.ts';
import { anchor, html, type Markup, prose } from './markup.ts';
import { operationView } from './operation-view.ts';
import { members, typeWords } from './schema-words.ts';
import { script } from './script.ts';
import { style } from './style.ts';

interface Named {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** An OpenAPI document as one self-contained page. */
export function renderPage(api: ApiDescription): string {
  const operations = [...operationsOf(api.paths), ...operationsOf(api.webhooks, 'event')];
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const tags = api.tags.filter(({ name }) => byTag.has(name));
  const { title, version, description } = api.info;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${title}: reference of the API">
<title>${title}: API</title>
<style>${{ html: style }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the operations</a>
<header class="top"><strong>${title}</strong><small>API ${version} · <a href="openapi.json">openapi.json</a> · <a href="docs/migration">moving from the legacy API</a></small><label><span class="away">Search operations</span><input id="search" type="search" placeholder="Search operations ( / )" autocomplete="off" spellcheck="false"></label><small id="found" role="status"></small></header>
<div class="columns">
<nav aria-label="Areas"><ul>${tags.map((tag) => navigation(tag, byTag.get(tag.name)?.length ?? 0))}<li><a href="#schemas">Schemas</a></li></ul></nav>
<main id="content">
<h1>${title}</h1>
${description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
${tags.map((tag) => area(tag, byTag.get(tag.name) ?? [], api))}
<section id="schemas"><h2>Schemas</h2><p>What the operations take and answer, by name.</p>${Object.entries(api.components.schemas).map(schemaView)}</section>
</main>
</div>
<script>${{ html: script }}</script>
</body>
</html>
`;
  return page.html;
}

function operationsOf(items: Readonly<Record<string, PathItem>>, verb?: string): readonly Named[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: verb ?? method, path, operation })),
  );
}

function titleOf({ name, 'x-displayName': title }: Tag): string {
  return title ?? name;
}

function navigation(tag: Tag, count: number): Markup {
  return html`<li><a href="#area-${anchor(tag.name)}"><span>${titleOf(tag)}</span><small>${count}</small></a></li>`;
}

function area(tag: Tag, operations: readonly Named[], { components }: ApiDescription): Markup {
  return html`<section id="area-${anchor(tag.name)}"><h2>${titleOf(tag)}</h2><p>${prose(tag.description)}</p>${operations.map(
    ({ method, path, operation }) => operationView(method, path, operation, components),
  )}</section>
`;
}

function schemaView([name, schema]: [string, Schema]): Markup {
  const { description } = schema;
  return html`<details class="operation" id="schema-${anchor(name)}" data-words="${name.toLowerCase()}"><summary><code class="path">${name}</code></summary><div class="body">${
    description === undefined ? undefined : html`<p>${prose(description)}</p>`
  }${members(schema) ?? html`<p>${typeWords(schema)}</p>`}</div></details>`;
}
