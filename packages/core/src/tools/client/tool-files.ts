import type { Tool } from '../../features/mcp/catalogue/tool.ts'
import type { ParameterReflection } from '../../base/reflection/class-reflection.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import type { DecoderWriter } from './decoder-writer.ts'
import { alternatives, docComment, propertyName } from './type-syntax.ts'
import type { TypeWriter } from './type-writer.ts'

/** Returns the code and the declarations of `tools.js`. References to types are not resolved yet. */
export function toolFiles(
  tools: Iterable<Tool>,
  types: TypeWriter,
  decoders: DecoderWriter,
): { code: string; declaration: string } {
  const written = [...tools]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((tool) => ({ tool, input: inputOf(tool, types), result: resultOf(tool, types, decoders) }))
  const lines = written.map(({ tool: { name, mirrored }, result }) => {
    const headers = Object.fromEntries(mirrored.map((each) => [each.name, each.header]))
    const last = mirrored.length > 0 ? `, ${JSON.stringify(headers)}` : ''
    return `    ${propertyName(name)}: tools.tool(${JSON.stringify(name)}, ${result.code}${last}),\n`
  })
  const members = written.map(({ tool, input, result }) => {
    const summary = String(tool.descriptor['description'])
    const kind = input.isOptional ? 'OptionalTool' : 'Tool'
    const type = `tools.${kind}<${input.text}, ${result.text}>`
    return `${docComment({ summary }, '  ')}  readonly ${propertyName(tool.name)}: ${type}\n`
  })
  return {
    code: `export const createTools = (settings) =>\n  tools.bindTools(settings, {\n${lines.join('')}  })\n`,
    declaration: `export interface Tools {\n${members.join('')}}\n\nexport declare function createTools(options: tools.ToolsOptions): Tools\n`,
  }
}

function inputOf({ declaration, arguments: { plan } }: Tool, types: TypeWriter) {
  const { parameters = [] } = declaration?.method ?? {}
  const given = plan.fields.flatMap(({ name, optional }) => {
    const parameter = parameters.find((each) => each.name === name)
    return parameter ? [{ ...parameter, isRequired: !optional }] : []
  })
  const members = given.map((each) => memberOf(each, each.isRequired, types))
  return {
    text: members.length > 0 ? `{ ${members.join('; ')} }` : 'Record<never, never>',
    isOptional: !given.some(({ isRequired }) => isRequired),
  }
}

function memberOf(
  { name, type }: ParameterReflection,
  isRequired: boolean,
  types: TypeWriter,
): string {
  const text = types.write(type, 'request')
  return isRequired
    ? `readonly ${propertyName(name)}: ${text}`
    : `readonly ${propertyName(name)}?: ${alternatives([text, 'undefined'])}`
}

/** Returns the reader of a result: structured content for an object of one class, a plain string, or else JSON. */
function resultOf({ declaration, isStructured }: Tool, types: TypeWriter, decoders: DecoderWriter) {
  const { returns, returnsOptional } = declaration?.method ?? {}
  if (!returns || returns.kind === 'unknown') {
    return { code: 'tools.blocks', text: 'readonly tools.ContentBlock[]' }
  }
  if (returns.kind === 'void') return { code: 'tools.nothing', text: 'undefined' }
  const written = types.write(returns, 'response')
  const text = returnsOptional ? alternatives([written, 'undefined']) : written
  if (isText(returns)) return { code: 'tools.text', text }
  const read = decoders.write(returns) ?? ''
  return { code: `tools.${isStructured ? 'structured' : 'json'}(${read})`, text }
}

function isText(type: TypeInfo): boolean {
  if (type.nullable) return false
  if (type.kind === 'enum') return type.values.every((value) => typeof value === 'string')
  return type.kind === 'string' || type.kind === 'template'
}
