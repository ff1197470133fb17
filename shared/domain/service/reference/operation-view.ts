import type { ApiDescription, Content, Operation, Parameter, Reference, Response } from './api-description.ts';
import { anchor, html, type Markup, prose } from './markup.ts';
import { limits, members, typeWords } from './schema-words.ts';

type Components = ApiDescription['components'];

/** One operation, folded together: its line first, everything else when it is opened. */
export function operationView(method: string, path: string, operation: Operation, components: Components): Markup {
  const { operationId, summary, description, deprecated } = operation;
  const verb = method.toUpperCase();
  const words = `${verb} ${path} ${summary} ${operationId}`.toLowerCase();
  return html`<details class="operation" id="${anchor(operationId)}" data-words="${words}"><summary><span class="verb ${method}">${verb}</span><code class="path">${brokenPath(path)}</code><span class="about">${prose(summary)}</span>${
    deprecated ? html`<span class="old">deprecated</span>` : undefined
  }</summary><div class="body"><p>${prose(description)}</p>${scopes(operation)}${parameters(operation, components)}${
    operation.requestBody ? html`<h4>Request</h4>${contentView(operation.requestBody.content)}` : undefined
  }<h4>Answers</h4>${Object.entries(operation.responses).map(([status, response]) => responseView(status, followed(response, components)))}<p class="link"><a href="#${anchor(operationId)}">Link to ${operationId}</a></p></div></details>`;
}

/** A long path may be broken after each of its slashes. */
function brokenPath(path: string): Markup {
  return html`${path.split('/').map((segment, at) => (at === 0 ? html`${segment}` : html`/<wbr>${segment}`))}`;
}

function scopes({ security }: Operation): Markup | undefined {
  const needed = [...new Set(security.flatMap((one) => Object.values(one).flat()))];
  return needed.length === 0
    ? undefined
    : html`<p>Scope: ${needed.map((scope) => html`<code class="scope">${scope}</code>`)}</p>`;
}

function parameters({ parameters: given = [] }: Operation, components: Components): Markup | undefined {
  if (given.length === 0) return undefined;
  const all = given.map((parameter): Parameter => {
    const found = '$ref' in parameter ? components.parameters[nameOf(parameter)] : parameter;
    if (!found) throw new Error(`${JSON.stringify(parameter)} leads nowhere.`);
    return found;
  });
  return html`<h4>Parameters</h4><dl>${all.map(
    ({ name, in: place, required, schema, description }) =>
      html`<dt><code>${name}</code> <i>${place}${required ? '' : ', optional'}</i></dt><dd>${typeWords(schema)}${limits(schema)}${
        (description ?? schema.description) === undefined
          ? undefined
          : html`<p>${prose(description ?? schema.description ?? '')}</p>`
      }</dd>`,
  )}</dl>`;
}

function responseView(status: string, { description, headers = {}, content = {} }: Response): Markup {
  const names = Object.keys(headers);
  const isFailure = /^([45]|default)/.test(status);
  return html`<section class="answer ${isFailure ? 'failure' : 'success'}"><h5>${status === 'default' ? 'Others' : status}</h5><p>${prose(description)}</p>${
    isFailure ? undefined : contentView(content)
  }${isFailure || names.length === 0 ? undefined : html`<p class="headers">Headers: ${names.map((name) => html`<code>${name}</code> `)}</p>`}</section>`;
}

function contentView(content: Content): Markup {
  return html`${Object.entries(content).map(
    ([type, { schema, example }]) =>
      html`<p class="type"><code>${type}</code>${schema ? html`: ${typeWords(schema)}` : undefined}</p>${
        schema && schema.$ref === undefined ? members(schema) : undefined
      }${example === undefined ? undefined : exampleView(example)}`,
  )}`;
}

function exampleView(example: unknown): Markup {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<pre tabindex="0" aria-label="Example"><code>${text}</code></pre>`;
}

function followed(response: Response | Reference, { responses }: Components): Response {
  if (!('$ref' in response)) return response;
  const found = responses[nameOf(response)];
  if (!found) throw new Error(`${response.$ref} leads nowhere.`);
  return found;
}

function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
