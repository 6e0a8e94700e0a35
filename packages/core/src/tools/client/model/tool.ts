import type { Tool } from '../../../features/mcp/catalogue/tool.ts'
import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import type { InputMember } from './input.ts'

/** A function in `tools.js` that calls a tool. */
export interface ClientTool {
  readonly name: string
  readonly description: string
  readonly input: readonly InputMember[]
  readonly result: ToolResult
  /** The names of the headers that repeat arguments, by argument name. */
  readonly headers: Readonly<Record<string, string>>
}

/** The kind of a result: the runtime function that reads it, and its type if it is declared. */
export type ToolResult =
  | { readonly kind: 'blocks' | 'nothing' }
  | {
      readonly kind: 'text' | 'structured' | 'json'
      readonly type: TypeInfo
      readonly isOptional: boolean
    }

/** Returns the tools of a client, sorted by name. */
export function createTools(tools: Iterable<Tool>): ClientTool[] {
  return [...tools].toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(createTool)
}

function createTool(tool: Tool): ClientTool {
  return {
    name: tool.name,
    description: String(tool.descriptor['description']),
    input: argumentsOf(tool),
    result: resultOf(tool),
    headers: Object.fromEntries(tool.mirrored.map(({ name, header }) => [name, header])),
  }
}

function argumentsOf({ declaration, arguments: { plan } }: Tool): InputMember[] {
  const { parameters = [] } = declaration?.method ?? {}
  return plan.fields.flatMap(({ name, optional }) => {
    const parameter = parameters.find((each) => each.name === name)
    return parameter
      ? [{ name, type: parameter.type, isRequired: !optional, doc: parameter.doc }]
      : []
  })
}

/**
 * Returns the kind of a result: content blocks if no type is declared, `nothing` for `void`, text for a plain string,
 * structured content for an object of one class, or else JSON.
 */
function resultOf({ declaration, isStructured }: Tool): ToolResult {
  const { returns: type, returnsOptional: isOptional = false } = declaration?.method ?? {}
  if (!type || type.kind === 'unknown') return { kind: 'blocks' }
  if (type.kind === 'void') return { kind: 'nothing' }
  if (isText(type)) return { kind: 'text', type, isOptional }
  return { kind: isStructured ? 'structured' : 'json', type, isOptional }
}

function isText(type: TypeInfo): boolean {
  if (type.nullable) return false
  if (type.kind === 'enum') return type.values.every((value) => typeof value === 'string')
  return type.kind === 'string' || type.kind === 'template'
}
