import type { Group } from './groups.ts'
import type { OperationShape, WrittenOperation } from './operation-writer.ts'

/** A group with its written operations. */
export interface WrittenGroup extends Group {
  readonly operations: readonly WrittenOperation[]
}

/** Returns the code and the declarations of `query.js`. */
export function queryFiles(groups: readonly WrittenGroup[]): { code: string; declaration: string } {
  const imports = (word: string) =>
    groups
      .map(({ name, file }) => `import ${word}* as ${operationsOf(name)} from './${file}.js'\n`)
      .join('')
  const code = groups.map(
    (group) => `\nexport const ${group.name} = {\n${membersOf(group, codeOf)}}\n`,
  )
  const declarations = groups.map(
    (group) => `\nexport declare const ${group.name}: {\n${membersOf(group, declarationOf)}}\n`,
  )
  return {
    code: `import * as runtime from './query-runtime.js'\n${imports('')}${code.join('')}`,
    declaration:
      `import type * as queries from './query-runtime.js'\n${imports('type ')}import type * as types from './types.js'\n` +
      `import type * as runtime from './runtime.js'\n${declarations.join('')}`,
  }
}

type Write = (group: string, name: string, shape: OperationShape) => string | undefined

function membersOf({ name: group, operations }: WrittenGroup, write: Write): string {
  return operations
    .map(({ name, shape }) => {
      const text = write(group, name, shape)
      return text === undefined ? '' : `  ${text}\n`
    })
    .join('')
}

/** Returns the name under which modules import the operations of a group. */
export function operationsOf(group: string): string {
  return `${group}Operations`
}

function codeOf(group: string, name: string, shape: OperationShape): string | undefined {
  if (shape.response.kind === 'stream') return undefined
  const given = `${JSON.stringify([group, name])}, ${operationsOf(group)}.${name}`
  if (!shape.isGet) return `${name}: /* @__PURE__ */ runtime.mutations(${given}),`
  if (!shape.paging) return `${name}: /* @__PURE__ */ runtime.queries(${given}),`
  const next =
    shape.paging === 'byPage' ? "'page', runtime.nextPage" : "'cursor', runtime.nextCursor"
  return `${name}: /* @__PURE__ */ runtime.pages(${given}, ${next}),`
}

function declarationOf(group: string, name: string, shape: OperationShape): string | undefined {
  const { input, response, paging, isGet } = shape
  if (response.kind === 'stream') return undefined
  const owner = operationsOf(group)
  const given = input.isEmpty ? 'Record<never, never>' : `${owner}.${shape.name}Input`
  const failures = `${owner}.${shape.name}Failure`
  if (!isGet) {
    const all = input.isOptional ? `${given} | void` : given
    return `readonly ${name}: queries.Mutations<${all}, ${response.text}, ${failures}>`
  }
  const optional = input.isOptional ? 'Optional' : ''
  const parameter = paging === 'byPage' ? 'number' : 'string | undefined'
  const infinite = `queries.${optional}Pages<${given}, ${response.text}, ${failures}, ${parameter}>`
  const plain = `queries.${optional}Queries<${given}, ${response.text}, ${failures}>`
  return `readonly ${name}: ${plain}${paging ? ` & ${infinite}` : ''}`
}
