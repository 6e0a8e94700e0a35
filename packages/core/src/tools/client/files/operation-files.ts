import type { ClientInput, InputMember } from '../model/input.ts'
import type { ClientModel } from '../model/client-model.ts'
import type { ClientOperation } from '../model/operation.ts'
import { declarationMap, type NameLocation } from './declaration-map.ts'
import { DecoderWriter } from './decoder-writer.ts'
import { importAll, moduleFiles, type ClientFile } from './module-files.ts'
import { writeReader, writeResponseType } from './response-writer.ts'
import { alternatives, docComment, noInput, propertyName } from '../types/type-syntax.ts'
import { TypeWriter } from '../types/type-writer.ts'

/** Writes the modules of the groups. `toSources` is the relative path to the folder of the application. */
export function operationFiles({ groups, types }: ClientModel, toSources: string): ClientFile[] {
  const typeWriter = new TypeWriter(types.names('types.'))
  const decoders = new DecoderWriter(types.names('types.to'))
  return groups.flatMap(({ file, operations }): ClientFile[] => {
    const code = operations.map((operation) => codeOf(operation, decoders)).join('')
    const decoderImport = code.includes('types.to') ? importAll('import', 'types') : ''
    const locations: NameLocation[] = []
    let declarations = importAll('import type', 'runtime') + importAll('import type', 'types')
    for (const operation of operations) {
      declarations += `\n${docComment(operation.doc)}${exportKeyword(operation)}declare const `
      locations.push({ before: declarations, at: operation.at })
      declarations += declarationOf(operation, typeWriter)
    }
    return [
      ...moduleFiles(
        file,
        `${importAll('import', 'runtime')}${decoderImport}\n${code}`,
        `${declarations}//# sourceMappingURL=${file}.d.ts.map\n`,
      ),
      [`${file}.d.ts.map`, declarationMap(`${file}.d.ts`, locations, toSources)],
    ]
  })
}

function codeOf(operation: ClientOperation, decoders: DecoderWriter): string {
  const { constant, address, input, response, failures, paging } = operation
  const { statuses } = failures
  const options = [
    statuses.length > 0 && `errors: [${statuses.join(', ')}]`,
    ...sendOptions(input),
    writeReader(response, decoders),
    paging && `also: runtime.${paging}`,
  ].filter(Boolean)
  const list = options.length > 0 ? `, { ${options.join(', ')} }` : ''
  const call = `runtime.operation(${JSON.stringify(address)}${list})`
  return `${exportKeyword(operation)}const ${constant} = ${call}\n${renaming(operation)}`
}

function sendOptions({ send }: ClientInput): string[] {
  if (!send) return []
  if (send.kind !== 'asForm') return [`send: runtime.${send.kind}`]
  const files = JSON.stringify(send.files)
  return [
    `send: runtime.asForm(${JSON.stringify(send.json)}, ${files})`,
    ...(send.files.length > 0 ? [`files: ${files}`] : []),
  ]
}

function declarationOf(operation: ClientOperation, types: TypeWriter): string {
  const { constant, input, inputType, response, failures, failureType, paging } = operation
  const optional = input.isOptional ? 'Optional' : ''
  const stream = response.kind === 'events' ? 'Stream' : ''
  const data = writeResponseType(response, types)
  const type = inputType ?? noInput
  const paged = paging ? ` & runtime.${optional}Paged<${type}, ${data}>` : ''
  const members = input.members.map((member) => writeMember(member, types)).join('')
  return (
    `${constant}: runtime.${optional}${stream}Operation<${type}, ${data}, ${failureType}>${paged}\n` +
    `${inputType ? `export interface ${inputType} {\n${members}}\n` : ''}` +
    `export type ${failureType} = ${failures.text}\n${renaming(operation)}`
  )
}

function writeMember(member: InputMember, types: TypeWriter): string {
  const { name, isRequired, isIndex, doc } = member
  const key = isIndex ? '[name: string]' : propertyName(name) + (isRequired ? '' : '?')
  return `${docComment(doc, '  ')}  readonly ${key}: ${valueText(member, types)}\n`
}

function valueText({ type, isRequired }: InputMember, types: TypeWriter): string {
  const text = types.write(type, 'request')
  if (isRequired) return text
  return type.nullable ? `${text} | undefined` : alternatives([text, 'undefined'])
}

/**
 * Returns `export`, or an empty string if the constant and the operation have different names:
 * `renaming` then exports the constant under the name of the operation.
 */
function exportKeyword({ name, constant }: ClientOperation): string {
  return constant === name ? 'export ' : ''
}

function renaming({ name, constant }: ClientOperation): string {
  return constant === name ? '' : `export { ${constant} as ${name} }\n`
}
