import * as fw from '@fw/core'
import { expect, test } from 'vitest'
import { filesOf } from './repository.ts'
import { snippetsOf } from './snippets.ts'

const page = filesOf('packages/core/docs/decorators.md')[0]?.text ?? ''
const documented = [...page.matchAll(/^\| `@(\w+\([^)]*\))`/gm)].map(([, use = '']) => use)

test('the reference lists every decorator with its arguments', () => {
  const declared = filesOf('packages/core/src/**/*.ts').flatMap(({ text }) => usesIn(text))
  expect(documented.toSorted()).toEqual(declared.toSorted())
})

test('the reference lists exactly the decorators that fw exports', () => {
  // Decorators are arrow functions with the names of classes.
  const exported = Object.entries(fw).filter(
    ([name, value]) =>
      /^[A-Z]/.test(name) && typeof value === 'function' && !('prototype' in value),
  )
  const names = documented.map((use) => use.slice(0, use.indexOf('(')))
  expect(names.toSorted()).toEqual(exported.map(([name]) => name).toSorted())
})

test('a program of the reference uses every decorator', () => {
  const programs = snippetsOf(page).map(({ text }) => text)
  const unused = documented.filter(
    (use) => !programs.some((text) => text.includes(`@${use.slice(0, use.indexOf('(') + 1)}`)),
  )
  expect(unused).toEqual([])
})

/** Returns the decorators of a source as written, such as `Get(path, options?)`. */
function usesIn(source: string): string[] {
  const made = source.matchAll(/^export const (\w+) = (?:attribute|routeAttribute)\((.*)\)$/gm)
  return [...made].map(([, name, type = '']) => {
    const body = source.slice(
      source.search(new RegExp(`class ${/^\w+/.exec(type) ?? 'MethodRoute'} `)),
    )
    const [, parameters = ''] = /^[^}]*?constructor\(([^)]*(?:\(\)[^)]*)?)\)/.exec(body) ?? []
    return `${name}(${namesOf(parameters).join(', ')})`
  })
}

function namesOf(parameters: string): string[] {
  const declarations = parameters.matchAll(/(\w+)(\??): [^,=]+(=)?[^,]*/g)
  return [...declarations].map(([, name, optional, fallback]) =>
    optional || fallback ? `${name}?` : `${name}`,
  )
}
