import type { ClientModel } from '../model/client-model.ts'
import type { ClientTool, ToolResult } from '../model/tool.ts'
import { DecoderWriter } from './decoder-writer.ts'
import { importAll, moduleFiles, type ClientFile } from './module-files.ts'
import { writeData } from './response-writer.ts'
import { docComment, memberText, noInput, propertyName } from '../types/type-syntax.ts'
import { TypeWriter } from '../types/type-writer.ts'

/** Writes the module that calls the MCP tools of the application. */
export function toolFiles({ tools, types }: ClientModel): ClientFile[] {
  const typeWriter = new TypeWriter(types.names('types.'))
  const decoders = new DecoderWriter(types.names('types.to'))
  const lines = tools.map((tool) => `    ${codeOf(tool, decoders)},\n`).join('')
  const code = `export const createTools = (settings) =>\n  tools.bindTools(settings, {\n${lines}  })\n`
  const members = tools.map((tool) => declarationOf(tool, typeWriter)).join('')
  const error = "export { ToolError } from './tools-runtime.js'\n"
  return moduleFiles(
    'tools',
    importAll('import', 'tools', 'tools-runtime') +
      (code.includes('runtime.') ? importAll('import', 'runtime') : '') +
      (code.includes('types.to') ? importAll('import', 'types') : '') +
      `${error}\n${code}`,
    importAll('import type', 'tools', 'tools-runtime') +
      importAll('import type', 'runtime') +
      importAll('import type', 'types') +
      `${error}export type * from './tools-runtime.js'\n\nexport interface Tools {\n${members}}\n\n` +
      'export declare function createTools(options: tools.ToolsOptions): Tools\n',
  )
}

function codeOf({ name, result, headers }: ClientTool, decoders: DecoderWriter): string {
  const last = Object.keys(headers).length > 0 ? `, ${JSON.stringify(headers)}` : ''
  const reader = writeToolReader(result, decoders)
  return `${propertyName(name)}: tools.tool(${JSON.stringify(name)}, ${reader}${last})`
}

function declarationOf(
  { name, description, input, result }: ClientTool,
  types: TypeWriter,
): string {
  const members = input.map((each) => {
    const text = types.write(each.type, 'request')
    return `readonly ${memberText(each.name, text, each.isRequired)}`
  })
  const inputText = members.length > 0 ? `{ ${members.join('; ')} }` : noInput
  const kind = input.some(({ isRequired }) => isRequired) ? 'Tool' : 'OptionalTool'
  const type = `tools.${kind}<${inputText}, ${resultText(result, types)}>`
  return `${docComment({ summary: description }, '  ')}  readonly ${propertyName(name)}: ${type}\n`
}

function resultText(result: ToolResult, types: TypeWriter): string {
  if ('type' in result) return writeData(result, types)
  return result.kind === 'nothing' ? 'undefined' : 'readonly tools.ContentBlock[]'
}

/** Writes the function that reads the result of a tool. */
export function writeToolReader(result: ToolResult, decoders: DecoderWriter): string {
  const isJson = result.kind === 'json' || result.kind === 'structured'
  return `tools.${result.kind}${isJson ? `(${decoders.write(result.type) ?? ''})` : ''}`
}
