import type { Route } from '../../http/routing/route.ts'
import { describedSlots, type DescribedSlot } from '../../features/openapi/described-slots.ts'
import { refusesNothing } from '../../features/openapi/request-body.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import type { Messages } from '../../data/validation/message.ts'
import { takesAll } from './input-writer.ts'
import { operationsOf, type WrittenGroup } from './query-files.ts'
import { SchemaMessages } from './schema-messages.ts'
import { objectCode, SchemaWriter, type WrittenField } from './schema-writer.ts'
import { docComment, propertyName } from './type-syntax.ts'
import type { TypeWriter } from './type-writer.ts'

interface WrittenSchema {
  /** `body` or `query`. */
  readonly name: string
  readonly code: string
  readonly type: string
  /** The checks that only the server runs. */
  readonly serverAlone: readonly string[]
}

/** Returns the code and the declarations of `schemas.js`. References to types are not resolved yet. */
export function schemaFiles(
  groups: readonly WrittenGroup[],
  types: TypeWriter,
  messages: Messages | undefined,
): { code: string; declaration: string } {
  const words = new SchemaMessages(messages)
  const writer = new SchemaWriter(types.components, words)
  const written = groups.flatMap(({ name, routes, operations }) => {
    const members = routes.flatMap(({ name: operation, route }, index) => {
      const input = `${operationsOf(name)}.${operations[index]?.shape.name}Input`
      const schemas = [bodySchema(route, writer, types), querySchema(route, writer, input)]
      const found = schemas.filter((each) => each !== undefined)
      return found.length > 0 ? [{ operation, schemas: found }] : []
    })
    return members.length > 0 ? [{ name, members }] : []
  })
  const named = [...writer.declarations].map(
    ([reference, text]) => `const ${reference} = ${text}\n`,
  )
  const texts = words.code
  if (texts !== undefined) named.unshift(`const words = ${texts}\n`)
  const given = texts === undefined ? '' : ', words'
  const code = written.map(({ name, members }) => {
    const lines = members.map(({ operation, schemas }) => {
      const parts = schemas.map((each) => `${each.name}: schema.standard(${each.code}${given})`)
      return `  ${propertyName(operation)}: { ${parts.join(', ')} },\n`
    })
    return `\nexport const ${name} = {\n${lines.join('')}}\n`
  })
  const declarations = written.map(({ name, members }) => {
    const lines = members.map(
      ({ operation, schemas }) =>
        `  readonly ${propertyName(operation)}: {\n${schemas.map(declare).join('')}  }\n`,
    )
    return `\nexport declare const ${name}: {\n${lines.join('')}}\n`
  })
  const imports = written.map(
    ({ name }) => `import type * as ${operationsOf(name)} from './${fileOf(name, groups)}.js'\n`,
  )
  return {
    code: `import * as schema from './schemas-runtime.js'\n\n${named.join('')}${code.join('')}`,
    declaration:
      `import type { StandardSchema } from './schemas-runtime.js'\n${imports.join('')}` +
      `import type * as types from './types.js'\nimport type * as runtime from './runtime.js'\n${declarations.join('')}`,
  }
}

function fileOf(group: string, groups: readonly WrittenGroup[]): string {
  return groups.find(({ name }) => name === group)?.file ?? group
}

function declare({ name, type, serverAlone }: WrittenSchema): string {
  const summary = `Only checked by the server: ${serverAlone.join(', ')}`
  const doc = serverAlone.length > 0 ? docComment({ summary }, '    ') : ''
  return `${doc}    readonly ${name}: StandardSchema<${type}>\n`
}

function bodySchema(
  route: Route,
  writer: SchemaWriter,
  types: TypeWriter,
): WrittenSchema | undefined {
  const body = describedSlots(route).find(({ kind }) => kind === 'body')
  if (!body) return undefined
  const attributes = attributesOf(route, body)
  const slot = { place: 'body', type: body.type, attributes, mayBeAbsent: !refusesNothing(body) }
  const written = writer.write(() => writer.slot(slot))
  return { name: 'body', type: types.write(body.type, 'request'), ...written }
}

function querySchema(route: Route, writer: SchemaWriter, input: string): WrittenSchema | undefined {
  const slots = describedSlots(route).filter(({ kind }) => kind === 'query')
  const names: string[] = []
  const fieldsOf = (slot: DescribedSlot): readonly WrittenField[] => {
    const { name, type } = slot
    if (takesAll(slot)) return writer.fields(type, name, new Map(), true)
    // Values of a query are optional, unless a class requires them.
    const nullable: TypeInfo = { ...type, nullable: true }
    const attributes = attributesOf(route, slot)
    const code = writer.slot({ place: name, type: nullable, attributes, mayBeAbsent: true })
    return [{ name, code }]
  }
  const written = writer.write(() => {
    const fields = slots.flatMap(fieldsOf)
    names.push(...fields.map(({ name }) => JSON.stringify(name)))
    return `schema.slot(${objectCode(fields)})`
  })
  if (names.length === 0) return undefined
  return { name: 'query', type: `Pick<${input}, ${names.join(' | ')}>`, ...written }
}

function attributesOf({ declaration: { method } }: Route, { name }: DescribedSlot) {
  return method.parameters.find((parameter) => parameter.name === name)?.attributes ?? []
}
