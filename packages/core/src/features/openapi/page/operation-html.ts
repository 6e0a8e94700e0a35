import type {
  Content,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  ResponseObject,
  SecurityRequirement,
} from '../../../data/schema/operation.ts'
import { escapeHtml } from './page-shell.ts'
import {
  listHtml,
  paragraphsHtml,
  referenceHtml,
  schemaHtml,
  toJson,
  valueHtml,
} from './schema-html.ts'

/** An operation of a document with its method and path. */
export interface ShownOperation {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The parts of a document that apply to several operations. */
export interface SharedParts {
  /** The security requirements of operations that do not declare any. */
  readonly security: readonly SecurityRequirement[]
  /** The responses under `components`, by name. */
  readonly responses: Readonly<Record<string, ResponseObject>>
}

/** Returns a collapsible operation with its parameters, body and responses. */
export function operationHtml(
  { method, path, operation }: ShownOperation,
  shared: SharedParts,
): string {
  const { summary, description, deprecated, parameters = [], requestBody, responses } = operation
  const name = escapeHtml(method.toUpperCase())
  const heading = `<span class="method ${escapeHtml(method)}">${name}</span> <code>${escapeHtml(path)}</code>`
  return `<details class="operation">
<summary><h3>${heading}</h3> ${escapeHtml(summary)}${deprecated ? ' <em>deprecated</em>' : ''}</summary>
${paragraphsHtml(description)}${securityHtml(operation.security ?? shared.security)}
${partHtml('Parameters', listHtml(parameters.map(parameterHtml)))}
${requestBody ? partHtml('Request body', bodyHtml(requestBody)) : ''}
${partHtml('Responses', responsesHtml(responses, shared))}
</details>`
}

/** Returns the headers and the content of a response. */
export function responseHtml({ headers = {}, content = {} }: ResponseObject): string {
  const values = Object.entries(headers).map(([name, { required, schema, ...others }]) =>
    valueHtml(name, { ...schema, ...others }, required ? ['header', 'required'] : ['header']),
  )
  return listHtml(values) + contentHtml(content)
}

function partHtml(title: string, html: string): string {
  return html && `<h4>${title}</h4>\n${html}`
}

function securityHtml(security: readonly SecurityRequirement[]): string {
  if (security.length === 0) return ''
  const alternatives = security.map((schemes) => {
    const names = Object.entries(schemes).map(([name, scopes]) =>
      scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name,
    )
    return names.map((name) => `<code>${escapeHtml(name)}</code>`).join(' and ') || 'none'
  })
  return `<p>Authentication: ${alternatives.join(' or ')}</p>`
}

function parameterHtml({ name, in: source, required, schema, ...others }: Parameter): string {
  return valueHtml(name, { ...schema, ...others }, required ? [source, 'required'] : [source])
}

function bodyHtml({ description, required, content }: RequestBody): string {
  return `${required ? '<p><em>required</em></p>' : ''}${paragraphsHtml(description)}${contentHtml(content)}`
}

/** Returns the media types with their schemas. Media types with the same schema are combined. */
function contentHtml(content: Content): string {
  const types = new Map<string, string[]>()
  for (const [type, media] of Object.entries(content)) {
    const html = mediaHtml(media)
    types.set(html, [...(types.get(html) ?? []), `<code>${escapeHtml(type)}</code>`])
  }
  return listHtml(
    Array.from(types, ([html, names]) => `<li class="media">${names.join(' or ')} ${html}</li>`),
  )
}

function mediaHtml({ schema, examples = {} }: MediaType): string {
  const shown = Object.values(examples).map(
    ({ value }) => `<p>Example:</p><pre><code>${toJson(value, 2)}</code></pre>`,
  )
  return (schema ? schemaHtml(schema) : '') + shown.join('')
}

function responsesHtml(responses: Operation['responses'], shared: SharedParts): string {
  const items = Object.entries(responses).map(([status, response]) => {
    const { $ref: reference } = response
    const content =
      reference === undefined
        ? `${escapeHtml(response.description ?? '')}${responseHtml(response)}`
        : sharedHtml(reference, shared)
    return `<li><code class="name">${escapeHtml(status)}</code> ${content}</li>`
  })
  return listHtml(items)
}

function sharedHtml(reference: string, { responses }: SharedParts): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return referenceHtml(reference, responses[name]?.description)
}
