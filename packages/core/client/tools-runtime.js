// Written by fw client. Do not edit: its next run overwrites this file
import { readEvents, writeJson } from './runtime.js'

/** The error of a failed call of a tool. */
export class ToolError extends Error {
  constructor(tool, message, parts) {
    super(message)
    this.name = 'ToolError'
    Object.assign(this, { tool, ...parts })
  }
}

const version = '2026-07-28'

/** Creates a tool. `read` converts the result; the arguments in `mirrored` are also sent as headers. */
export const tool =
  (name, read, mirrored = {}) =>
  (settings) =>
  async (input = {}, { signal, progress, headers } = {}) => {
    const fail = (message, parts) => new ToolError(name, `${name}: ${message}`, parts)
    const args = JSON.parse(writeJson(input))
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
      ...(progress && { progressToken: 1 }),
    }
    const params = { name, arguments: args, _meta }
    const requestHeaders = new Headers({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': headerText(name),
    })
    for (const [argument, header] of Object.entries(mirrored)) {
      if (args[argument] !== undefined)
        requestHeaders.set(`mcp-param-${header}`, headerText(args[argument]))
    }
    let response
    let message
    try {
      for (const part of [settings.headers, headers]) {
        const values = typeof part === 'function' ? await part() : part
        new Headers(values).forEach((value, key) => requestHeaders.set(key, value))
      }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const request = new Request(settings.url, {
        method: 'POST',
        headers: requestHeaders,
        body,
        signal,
      })
      response = await (settings.fetch ?? fetch)(request)
      message = await readMessage(response, progress)
    } catch (cause) {
      throw fail(signal?.aborted ? 'aborted' : String(cause?.message ?? cause), { cause })
    }
    const { status } = response
    const { result, error } = message ?? {}
    if (error) throw fail(error.message, { status, code: error.code, data: error.data })
    if (!result) throw fail(`status ${status}`, { status })
    const { content } = result
    if (result.isError)
      throw fail(content.map(({ text = '' }) => text).join('\n'), { status, content })
    return read(result)
  }

export function bindTools(settings, tools) {
  return Object.fromEntries(Object.entries(tools).map(([name, bind]) => [name, bind(settings)]))
}

/** Encodes a string as base64, unless a server would read it unchanged from a header. */
function headerText(value) {
  const text = String(value)
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')) return text
  const bytes = new TextEncoder().encode(text)
  return `=?base64?${btoa(String.fromCharCode(...bytes))}?=`
}

/** Reads the response, which follows the reports of progress, if any. */
async function readMessage(response, progress) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text()
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
  }
  for await (const { data } of readEvents(response.body)) {
    const message = data && JSON.parse(data)
    if (message?.method === 'notifications/progress') {
      const { progressToken: _, ...report } = message.params
      progress?.(report)
    } else if (message?.id === 1) return message
  }
  throw new TypeError('the response was cut off.')
}

/** Readers of results. */
export const structured =
  (read = (value) => value) =>
  ({ structuredContent }) =>
    read(structuredContent)

export const text = ({ content }) => content[0]?.text

export const nothing = () => undefined

export const json =
  (read = (value) => value) =>
  ({ content }) =>
    content.length === 0 ? undefined : read(JSON.parse(content[0].text))

/** Reads a result without a declared type. */
export const blocks = ({ content }) => content
