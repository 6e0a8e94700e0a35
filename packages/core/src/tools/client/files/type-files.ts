import type { ClientModel } from '../model/client-model.ts'
import { DecoderWriter } from './decoder-writer.ts'
import { importAll, moduleFiles, type ClientFile } from './module-files.ts'
import { writeReader } from './response-writer.ts'
import { writeToolReader } from './tool-files.ts'
import { docComment } from '../types/type-syntax.ts'
import { TypeWriter } from '../types/type-writer.ts'

/** Writes the module with the declared types and their decoders. */
export function typeFiles({ groups, tools, types }: ClientModel): ClientFile[] {
  const decoders = new DecoderWriter(types.names('to'))
  for (const { operations } of groups) {
    for (const { response } of operations) writeReader(response, decoders)
  }
  for (const { result } of tools) writeToolReader(result, decoders)
  const constants = [...decoders.declarations].map(
    ([name, code]) => `export const ${name} = ${code}\n`,
  )
  const typeWriter = new TypeWriter(types.names(''))
  const declarations = types.declarations.map(({ name, doc, references: [first] }) => {
    const body = typeWriter.writeBody(first)
    const word = body.startsWith('{') ? 'interface' : 'type'
    return `${docComment(doc)}export ${word} ${name} ${body}\n`
  })
  const codeImport = constants.length > 0 ? importAll('import', 'runtime') : ''
  return moduleFiles(
    'types',
    `${codeImport}\n${constants.join('') || 'export {}\n'}`,
    `${importAll('import type', 'runtime')}\n${declarations.join('\n') || 'export {}\n'}`,
  )
}
