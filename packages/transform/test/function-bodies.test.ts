import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { blankBodies } from '../src/parse/function-bodies.ts'

const root = join(import.meta.dirname, '../../..')
const files = globSync('{packages,apps,spec,benchmarks}/**/*.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).filter((file) => !file.includes('syntax-error'))

test(
  'blanking bodies leaves everything else of every source of the repository as it is',
  {
    timeout: 90_000,
  },
  () => {
    let blanked = 0
    const changed = files.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const rest = blankBodies(text)
      blanked += Number(rest !== text)
      return rest.length !== text.length || outline(rest) !== outline(text)
    })
    expect(changed).toEqual([])
    expect(blanked).toBeGreaterThan(files.length / 4)
  },
)

/** The syntax tree without the contents of functions. */
function outline(text: string): string {
  const { program } = parseSync('a.ts', text)
  return JSON.stringify(program, function (this: { type?: string }, key: string, value: unknown) {
    if (typeof value === 'bigint') return String(value)
    return key === 'body' && /Function/.test(this.type ?? '') ? undefined : value
  })
}
