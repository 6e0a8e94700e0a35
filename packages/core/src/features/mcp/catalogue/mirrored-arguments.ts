import type { MethodReflection } from '../../../base/reflection/class-reflection.ts'
import type { JsonSchema } from '../../../data/validation/json-schema.ts'
import { McpHeaderAttribute } from './decorators.ts'
import { InvalidTool } from '../protocol/errors.ts'
import type { MessageContext } from '../protocol/method.ts'
import type { Params } from '../protocol/json-rpc.ts'
import { decodeHeader, headerMismatch } from '../protocol/mirrored-headers.ts'

/** An argument that an HTTP header repeats. */
export interface MirroredArgument {
  readonly name: string
  /** The part of the header name after `Mcp-Param-`. */
  readonly header: string
}

/** Returns the arguments marked with @McpHeader. `schema` is the schema of all arguments. Throws `InvalidTool`. */
export function findMirrored(
  owner: string,
  { parameters }: MethodReflection,
  schema: JsonSchema,
): MirroredArgument[] {
  const properties = schema['properties'] as Record<string, JsonSchema>
  const mirrored: MirroredArgument[] = []
  for (const { name, at, attributes } of parameters) {
    const use = attributes.find((each) => each instanceof McpHeaderAttribute)
    if (!use) continue
    const { header } = use
    const property = properties[name] ?? {}
    if (!['string', 'integer', 'boolean'].includes(String(property['type']))) {
      const problem = `a header cannot contain "${name}". Mark a string, an integer or a boolean that is not null.`
      throw new InvalidTool(owner, at, problem)
    }
    if (mirrored.some((other) => isSame(other.header, header))) {
      throw new InvalidTool(
        owner,
        at,
        `two arguments have the header "${header}". Change one name.`,
      )
    }
    mirrored.push({ name, header })
  }
  return mirrored
}

/** Returns the schema of all arguments, and marks those that are repeated in a header. */
export function markMirrored(
  schema: JsonSchema,
  mirrored: readonly MirroredArgument[],
): JsonSchema {
  const properties = { ...(schema['properties'] as Record<string, JsonSchema>) }
  for (const { name, header } of mirrored) {
    properties[name] = { ...properties[name], 'x-mcp-header': header }
  }
  return mirrored.length > 0 ? { ...schema, properties } : schema
}

/** Throws `MessageRefused` if a header differs from its argument. */
export function checkMirroredArguments(
  { mirrored }: { readonly mirrored: readonly MirroredArgument[] },
  args: Params,
  { request }: MessageContext,
): void {
  if (!request) return
  for (const { name, header } of mirrored) {
    const field = `Mcp-Param-${header}`
    const sent = request.header(field.toLowerCase())
    const value = args[name] ?? undefined
    if (sent === undefined && value === undefined) continue
    const text = typeof value === 'object' ? undefined : String(value)
    if (sent === undefined || value === undefined || decodeHeader(sent) !== text) {
      throw headerMismatch(field, sent, value)
    }
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
