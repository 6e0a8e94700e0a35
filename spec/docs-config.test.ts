import { expect, test } from 'vitest'
import { filesOf } from './repository.ts'

test('the page on configuration names every key that the packages read', () => {
  const page = filesOf('packages/framework/docs/config.md')[0]?.text ?? ''
  const keys = filesOf('packages/*/src/**/*.ts').flatMap(({ text }) =>
    [...text.matchAll(/config\.\w+\(\s*'([A-Z_]+)'/g)].map(([, key = '']) => key),
  )
  expect(keys).toContain('FW_MAX_BODY_BYTES')
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([])
})
