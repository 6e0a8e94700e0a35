import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import {
  descriptionKey,
  type ClassDescription,
  type Documentation,
  type GetterDescription,
  type MethodDescription,
  type ParameterDescription,
  type PropertyInfo,
  type TypeInfo,
} from '../../core/src/base/reflection/type-info.ts'
import { builtins } from '../../core/src/data/builtins/builtins.ts'
import { CursorPaginator, Paginator } from '../../query/src/index.ts'
import type * as written from '../src/described-type.ts'
import type { describeClass } from '../src/describe/describe-class.ts'
import { globalType } from '../src/types/global-types.ts'
import { descriptionOf } from './described.ts'
import { Order } from './fixtures/models/order.ts'

const packageFolder = join(import.meta.dirname, '..')
const fixtures = globSync('{fixtures/*.ts,diagnostics/*.ts}', { cwd: import.meta.dirname }).filter(
  (file) => !/syntax-error|decorated-class|packages/.test(file),
)

test.for(Object.keys(builtins))('the transform describes the built-in type %s', (name) => {
  const refuse = () => expect.unreachable(`${name} is refused`)
  const text = { kind: 'string' } as const
  expect(globalType(name, [text, text], refuse, refuse)).toMatchObject({ kind: 'builtin', name })
})

test('the transform, the framework and the query builder use the same key for descriptions', () => {
  for (const described of [Order, Paginator, CursorPaginator]) {
    expect(Object.getOwnPropertySymbols(described)).toContain(descriptionKey)
  }
})

// The compiler makes these comparisons, in `npm run check:types`.
test('the transform writes the type kinds and properties that the framework reads', () => {
  expectTypeOf<Members<written.Type>>().toEqualTypeOf<Members<TypeInfo>>()
  expectTypeOf<keyof written.Property & string>().toEqualTypeOf<keyof PropertyInfo>()
  expectTypeOf<keyof written.Documentation>().toEqualTypeOf<keyof Documentation>()
  expectTypeOf<keyof WrittenClass>().toEqualTypeOf<keyof ClassDescription>()
  expectTypeOf<keyof WrittenMethod>().toEqualTypeOf<keyof MethodDescription>()
  expectTypeOf<keyof WrittenGetter>().toEqualTypeOf<keyof GetterDescription>()
  expectTypeOf<keyof WrittenParameter>().toEqualTypeOf<keyof ParameterDescription>()
})

/** The names of the properties that a type of each kind has. */
type Members<Union extends { kind: string }> = {
  [Kind in Union['kind']]: Exclude<KeysOf<Union, Kind> & string, 'undefinable'>
}
type KeysOf<Type extends { kind: string }, Kind> = Type extends unknown
  ? Kind extends Type['kind']
    ? keyof Type
    : never
  : never

type WrittenClass = ReturnType<typeof describeClass>
type WrittenMethod = NonNullable<WrittenClass['methods']>[string]
type WrittenGetter = NonNullable<WrittenClass['getters']>[string]
type WrittenParameter = NonNullable<WrittenClass['parameters']>[number]

test('every description of fixtures and pages satisfies the type that the framework declares', async () => {
  const descriptions: string[] = []
  for (const file of fixtures) {
    const [folder = '', name = ''] = file.replaceAll('\\', '/').split('/')
    const loaded: Record<string, unknown> =
      folder === 'fixtures'
        ? await import(`./fixtures/${name.replace(/\.ts$/, '')}.ts`)
        : await import(`./diagnostics/${name.replace(/\.ts$/, '')}.ts`)
    for (const value of Object.values(loaded)) {
      if (typeof value === 'function' && isDescribed(value)) {
        descriptions.push(literal(descriptionOf(value)))
      }
    }
  }
  for (const page of [Paginator, CursorPaginator]) descriptions.push(literal(descriptionOf(page)))
  expect(descriptions.length).toBeGreaterThan(60)
  expect(typeErrors(descriptions)).toBe('')
})

function isDescribed(value: object): boolean {
  return Object.hasOwn(value, descriptionKey)
}

/** Writes a description as TypeScript; its classes become a class of the checked module. */
function literal(description: object): string {
  return JSON.stringify(description, (key, value: unknown) =>
    typeof value === 'function' || (key === 'class' && value === undefined) ? '@class' : value,
  ).replaceAll('"@class"', 'Some')
}

function typeErrors(descriptions: readonly string[]): string {
  const folder = join(packageFolder, 'node_modules/.contract')
  mkdirSync(folder, { recursive: true })
  const contract = relative(folder, join(packageFolder, '../core/src/base/reflection/type-info.ts'))
  const source = [
    `import type { ClassDescription } from '${contract.replaceAll('\\', '/')}'`,
    'class Some {}',
    ...descriptions.map((text, index) => `export const d${index}: ClassDescription = ${text}`),
  ]
  const base = relative(folder, join(packageFolder, '../../tsconfig.base.json'))
  const config = { extends: base.replaceAll('\\', '/'), include: ['descriptions.ts'] }
  writeFileSync(join(folder, 'descriptions.ts'), source.join('\n'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const tsc = join(packageFolder, '../../node_modules/typescript/bin/tsc')
