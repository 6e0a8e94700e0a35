import type { Messages } from '../../../data/validation/message.ts'
import type { ClientModel } from '../model/client-model.ts'
import type { ClientOperation } from '../model/operation.ts'
import { importAll, moduleFiles, type ClientFile } from './module-files.ts'
import { SchemaMessages } from './schema-messages.ts'
import { SchemaWriter } from './schema-writer.ts'
import { docComment, propertyName } from '../types/type-syntax.ts'
import { TypeWriter } from '../types/type-writer.ts'

interface WrittenSchema {
  readonly name: 'body' | 'query'
  readonly code: string
  readonly type: string
  /** The checks that only the server can run. */
  readonly serverOnly: readonly string[]
}

/** Writes the module that validates bodies and queries. */
export function schemaFiles(
  { groups, types }: ClientModel,
  messages: Messages | undefined,
): ClientFile[] {
  const typeWriter = new TypeWriter(types.names('types.'))
  const schemaMessages = new SchemaMessages(messages)
  const writer = new SchemaWriter(types.names('fits'), schemaMessages)
  const written = groups.flatMap(({ operations, ...group }) => {
    const members = operations.flatMap((operation) => {
      const schemas = [
        ...bodySchema(operation, writer, typeWriter),
        ...querySchema(operation, group.alias, writer),
      ]
      return schemas.length > 0 ? [{ operation: propertyName(operation.name), schemas }] : []
    })
    return members.length > 0 ? [{ ...group, members }] : []
  })
  const custom = schemaMessages.code
  const constants = [
    ...(custom === undefined ? [] : [['words', custom] as const]),
    ...writer.declarations,
  ].map(([name, code]) => `const ${name} = ${code}\n`)
  const last = custom === undefined ? '' : ', words'
  const code = written.map(({ name, members }) => {
    const lines = members.map(({ operation, schemas }) => {
      const parts = schemas.map((each) => `${each.name}: schema.standard(${each.code}${last})`)
      return `  ${operation}: { ${parts.join(', ')} },\n`
    })
    return `\nexport const ${name} = {\n${lines.join('')}}\n`
  })
  const declarations = written.map(({ name, members }) => {
    const lines = members.map(
      ({ operation, schemas }) =>
        `  readonly ${operation}: {\n${schemas.map(declare).join('')}  }\n`,
    )
    return `\nexport declare const ${name}: {\n${lines.join('')}}\n`
  })
  return moduleFiles(
    'schemas',
    `${importAll('import', 'schema', 'schemas-runtime')}\n${constants.join('')}${code.join('')}`,
    `import type { StandardSchema } from './schemas-runtime.js'\n` +
      written.map(({ alias, file }) => importAll('import type', alias, file)).join('') +
      importAll('import type', 'types') +
      importAll('import type', 'runtime') +
      declarations.join(''),
  )
}

function declare({ name, type, serverOnly }: WrittenSchema): string {
  const summary = `Only checked by the server: ${serverOnly.join(', ')}`
  const doc = serverOnly.length > 0 ? docComment({ summary }, '    ') : ''
  return `${doc}    readonly ${name}: StandardSchema<${type}>\n`
}

function bodySchema(
  { input: { checkedBody } }: ClientOperation,
  writer: SchemaWriter,
  types: TypeWriter,
): WrittenSchema[] {
  if (!checkedBody) return []
  const written = writer.write(() => writer.slot(checkedBody))
  return [{ name: 'body', type: types.write(checkedBody.type, 'request'), ...written }]
}

function querySchema(
  { input: { checkedQuery }, inputType }: ClientOperation,
  alias: string,
  writer: SchemaWriter,
): WrittenSchema[] {
  if (checkedQuery.length === 0) return []
  const names = checkedQuery.map(({ name }) => JSON.stringify(name)).join(' | ')
  const written = writer.write(() => `schema.slot(${writer.object(checkedQuery)})`)
  return [{ name: 'query', type: `Pick<${alias}.${inputType}, ${names}>`, ...written }]
}
