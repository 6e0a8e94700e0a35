import type { MethodReflection } from '../reflection/reflect.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import { McpHeaderAttribute } from './attributes.ts'
import { InvalidTool } from './errors.ts'
import type { Exchange } from './exchange.ts'
import type { Params } from './json-rpc.ts'
import { decodeHeader, headerMismatch } from './mirrored-headers.ts'
import type { Tool } from './tool.ts'

/** An argument that an HTTP header repeats. */
export interface MirroredArgument {
  readonly name: string
  /** What follows `Mcp-Param-`. */
  readonly header: string
}

/** The arguments marked @McpHeader, which are marked in the schema too. */
export function mirrorArguments(
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
      const problem = `a header cannot repeat "${name}". Mark a text, an integer or a boolean that is not null.`
      throw new InvalidTool(owner, at, problem)
    }
    if (mirrored.some((other) => isSame(other.header, header))) {
      throw new InvalidTool(
        owner,
        at,
        `two arguments have the header "${header}". Change one name.`,
      )
    }
    property['x-mcp-header'] = header
    mirrored.push({ name, header })
  }
  return mirrored
}

/** Refuses a call whose headers do not say what its arguments say. */
export function checkMirroredArguments(
  { mirrored }: Tool,
  given: Params,
  { request }: Exchange,
): void {
  if (!request) return
  for (const { name, header } of mirrored) {
    const field = `Mcp-Param-${header}`
    const found = request.header(field.toLowerCase())
    const value = given[name] ?? undefined
    if (found === undefined && value === undefined) continue
    const text = typeof value === 'object' ? undefined : String(value)
    if (found === undefined || value === undefined || decodeHeader(found) !== text) {
      throw headerMismatch(field, found, value)
    }
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
