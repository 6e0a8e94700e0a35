import type { ClientGroup, ClientModel } from '../model/client-model.ts'
import type { ClientOperation } from '../model/operation.ts'
import { importAll, moduleFiles, type ClientFile } from './module-files.ts'
import { writeResponseType } from './response-writer.ts'
import { noInput } from '../types/type-syntax.ts'
import { TypeWriter } from '../types/type-writer.ts'

/** Writes the module with options for TanStack Query. */
export function queryFiles({ groups, types }: ClientModel): ClientFile[] {
  const typeWriter = new TypeWriter(types.names('types.'))
  const imports = (keyword: 'import' | 'import type') =>
    groups.map(({ alias, file }) => importAll(keyword, alias, file)).join('')
  const members = (group: ClientGroup, write: typeof declarationOf) =>
    group.operations
      .filter(({ response }) => response.kind !== 'events')
      .map((operation) => `  ${write(group, operation, typeWriter)}\n`)
      .join('')
  const code = groups.map(
    (group) => `\nexport const ${group.name} = {\n${members(group, codeOf)}}\n`,
  )
  const declarations = groups.map(
    (group) => `\nexport declare const ${group.name}: {\n${members(group, declarationOf)}}\n`,
  )
  return moduleFiles(
    'query',
    `${importAll('import', 'runtime', 'query-runtime')}${imports('import')}${code.join('')}`,
    importAll('import type', 'queries', 'query-runtime') +
      imports('import type') +
      importAll('import type', 'types') +
      importAll('import type', 'runtime') +
      declarations.join(''),
  )
}

function codeOf(
  { name: group, alias }: ClientGroup,
  { name, isGet, paging }: ClientOperation,
): string {
  const args = `${JSON.stringify([group, name])}, ${alias}.${name}`
  if (!isGet) return `${name}: runtime.mutations(${args}),`
  if (!paging) return `${name}: runtime.queries(${args}),`
  const next = paging === 'byPage' ? "'page', runtime.nextPage" : "'cursor', runtime.nextCursor"
  return `${name}: runtime.pages(${args}, ${next}),`
}

function declarationOf(
  { alias }: ClientGroup,
  operation: ClientOperation,
  types: TypeWriter,
): string {
  const { name, input, inputType, response, failureType, paging, isGet } = operation
  const inputText = inputType ? `${alias}.${inputType}` : noInput
  const rest = `${writeResponseType(response, types)}, ${alias}.${failureType}`
  if (!isGet) {
    return `readonly ${name}: queries.Mutations<${input.isOptional ? `${inputText} | void` : inputText}, ${rest}>`
  }
  const optional = input.isOptional ? 'Optional' : ''
  const queries = `queries.${optional}Queries<${inputText}, ${rest}>`
  const parameter = paging === 'byPage' ? 'number' : 'string | undefined'
  const pages = paging ? ` & queries.${optional}Pages<${inputText}, ${rest}, ${parameter}>` : ''
  return `readonly ${name}: ${queries}${pages}`
}
