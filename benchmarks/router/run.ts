import '@fw/transform/register'
import { isDeepStrictEqual } from 'node:util'
import { runInProcess } from '../in-process.ts'
import { findMyWay, type Matcher, memoirist } from './contestants.ts'
import { cases, resources } from './routes.ts'

const { fw } = await import('./fw.ts')
const matchers: Record<string, Matcher> = {
  fw: fw(),
  'find-my-way': findMyWay(),
  memoirist: memoirist(),
}

await runInProcess<string>({
  name: 'router',
  description: [
    'One lookup in a table of 300 routes, every path a string that no router has seen before, as those',
    'of a server are: median of the rounds and of their ratios, in brackets the middle half. fw gives the',
    'values of the placeholders in their order, as its requests take them; the others an object of them.',
  ],
  subject: 'path',
  contestants: Object.fromEntries(Object.entries(matchers).map(([name, { find }]) => [name, find])),
  rows: Object.fromEntries(
    Object.entries(cases).map(([title, { path, parameters }]) => {
      const paths = Array.from({ length: 2400 }, (_, index) => {
        return path(resources[(index * 7) % resources.length] as string, index)
      })
      const verify = (_find: unknown, name: string) => verifyAll(name, paths, parameters)
      return [title, { verify, createInputs: () => freshStrings(paths) }]
    }),
  ),
})

function verifyAll(name: string, paths: string[], parameters: object | undefined): void {
  const { find, read } = matchers[name] as Matcher
  for (const path of paths) {
    const found = read(find(path) as never)
    const plain = found && { ...found }
    if (isDeepStrictEqual(plain, parameters)) continue
    throw new Error(`${name} finds ${JSON.stringify(plain)} for ${path}.`)
  }
}

/** Strings as they come from the network: flat, and without a hash computed earlier. */
function freshStrings(paths: string[]): string[] {
  const bytes = Buffer.from(paths.join(''), 'latin1')
  let start = 0
  return paths.map((path) => bytes.toString('latin1', start, (start += path.length)))
}
