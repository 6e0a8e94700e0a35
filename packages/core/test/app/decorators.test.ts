import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fw from '@fw/core'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '../../src')

test('every decorator is exported by fw', () => {
  const declared = globSync('**/*.ts', { cwd: sources }).flatMap((file) =>
    [
      ...readFileSync(join(sources, file), 'utf8').matchAll(/^export const (\w+) = attribute\(/gm),
    ].map(([, name]) => name as string),
  )

  expect(declared).toEqual(expect.arrayContaining(['Body', 'Email', 'McpTool', 'Command']))
  expect(declared.filter((name) => !(name in fw))).toEqual([])
})
