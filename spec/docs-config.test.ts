import { expect, test } from 'vitest'
import { filesOf } from './repository.ts'

const page = filesOf('packages/core/docs/config.md')[0]?.text ?? ''
const listed = [...page.matchAll(/^\| (`[^|]+)/gm)].flatMap(([, keys = '']) =>
  [...keys.matchAll(/`([A-Z_]{4,})`/g)].map(([, key = '']) => key),
)
const sources = filesOf('packages/*/src/**/*.ts').map(({ text }) => text)

test('the page on configuration lists every key that the packages read', () => {
  const keys = sources.flatMap((text) =>
    [...text.matchAll(/config\.\w+\(\s*'([A-Z_]+)'/g)].map(([, key = '']) => key),
  )
  expect(keys).toContain('FW_MAX_BODY_BYTES')
  expect(keys.filter((key) => !listed.includes(key))).toEqual([])
})

test('it lists each key once, and no unused key', () => {
  expect(listed.length).toBeGreaterThan(40)
  expect(listed.filter((key, index) => listed.indexOf(key) !== index)).toEqual([])
  expect(listed.filter((key) => !sources.some((text) => text.includes(`'${key}'`)))).toEqual([])
})
