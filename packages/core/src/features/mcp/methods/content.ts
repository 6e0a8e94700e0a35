import { toJson } from '../../../http/message/to-json.ts'
import { isPlainObject } from '../../../data/validation/plain-object.ts'
import type { ResultMembers } from '../protocol/json-rpc.ts'

/** Returns the result of a tool for the value that its method returned. */
export function toToolResult(value: unknown, isStructured: boolean): ResultMembers {
  if (value === undefined) return toolResult('[]')
  if (typeof value === 'string' && !isStructured) return toolResult(textContent(value))
  if (!isStructured && isContentBlock(value)) return toolResult(`[${toJson(value)}]`)
  if (!isStructured && isContentList(value)) return toolResult(toJson(value))
  const json = toJson(value)
  const content = textContent(json)
  return isStructured ? { content, structuredContent: json, isError: 'false' } : toolResult(content)
}

/** Returns the result of a tool that failed. */
export function toErrorResult(message: string): ResultMembers {
  return { content: textContent(String(message)), isError: 'true' }
}

function toolResult(content: string): ResultMembers {
  return { content, isError: 'false' }
}

function textContent(text: string): string {
  return `[{"type":"text","text":${JSON.stringify(text)}}]`
}

function isContentList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isContentBlock)
}

function isContentBlock(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  switch (value['type']) {
    case 'text':
      return hasTexts(value, 'text')
    case 'image':
    case 'audio':
      return hasTexts(value, 'data', 'mimeType')
    case 'resource_link':
      return hasTexts(value, 'uri', 'name')
    case 'resource':
      return isEmbeddedResource(value['resource'])
    default:
      return false
  }
}

function isEmbeddedResource(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    hasTexts(value, 'uri') &&
    (hasTexts(value, 'text') || hasTexts(value, 'blob'))
  )
}

function hasTexts(value: Record<string, unknown>, ...names: string[]): boolean {
  return names.every((name) => typeof value[name] === 'string')
}
