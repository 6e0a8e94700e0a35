import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { descriptionOf } from './described.ts'

const packageFolder = join(import.meta.dirname, '..')
const fixtures = globSync('{fixtures/*.ts,diagnostics/*.ts}', { cwd: import.meta.dirname }).filter(
  (file) => !/syntax-error|decorated-class|packages/.test(file),
)

test('every description of a fixture satisfies the type that the framework declares', async () => {
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
  expect(descriptions.length).toBeGreaterThan(60)
  expect(typeErrors(descriptions)).toBe('')
})

function isDescribed(value: object): boolean {
  return Object.hasOwn(value, Symbol.for('fw.description'))
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
  const contract = relative(folder, join(packageFolder, '../framework/src/reflection/type-info.ts'))
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
