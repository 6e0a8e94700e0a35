import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { repository } from '../../../packaging/pack-package.ts'
import { snippetsOf } from '../../../spec/snippets.ts'
import { toAnchor } from './keywords.ts'

/** A place in the guides that uses an export. */
export interface Usage {
  /** The code that uses it; undefined if all code is too long to be an example. */
  readonly code: string | undefined
  /** The link to the section, such as `http.md#routes`, and its title. */
  readonly link: string
  readonly title: string
}

interface Program {
  /** The modules from which the program imports its names. */
  readonly imports: ReadonlyMap<string, string>
  readonly statements: readonly string[]
  readonly link: string
  readonly title: string
}

const longest = 24

/** Returns where the guides use an export: its shortest example, or the first longer one. */
export function findUsage(module: string, name: string): Usage | undefined {
  const word = new RegExp(`(?<![\\w.'-])${name}(?![\\w'-])`)
  const usages = readPrograms().flatMap(({ imports, statements, link, title }) =>
    imports.get(name) === module
      ? statements
          .filter((statement) => word.test(statement))
          .map((code) => ({ code, link, title, lines: code.split('\n').length }))
      : [],
  )
  const [shortest] = usages.toSorted((a, b) => a.lines - b.lines)
  if (!shortest) return undefined
  const { code, link, title, lines } = shortest
  return { code: lines > longest ? undefined : code, link, title }
}

let programs: readonly Program[] | undefined

/** The programs of the guides, which tests run. The pages of other frameworks come last. */
function readPrograms(): readonly Program[] {
  programs ??= globSync('*.md', { cwd: docs })
    .toSorted((a, b) => Number(a.startsWith('from-')) - Number(b.startsWith('from-')))
    .flatMap(programsOf)
  return programs
}

const docs = join(repository, 'packages/core/docs')
const examples = join(repository, 'packages/core/test/examples')

function programsOf(page: string): Program[] {
  const text = readFileSync(join(docs, page), 'utf8')
  const [, pageTitle = page] = /^# (.*)$/m.exec(text) ?? []
  return snippetsOf(text).flatMap(({ language, file, text: code, line }) => {
    if (language !== 'ts' || file === undefined) return []
    const before = text.split('\n').slice(0, line).join('\n')
    const section = [...before.matchAll(/^##+ (.*)$/gm)].at(-1)?.[1]
    return {
      imports: importsOf(readFileSync(join(examples, file), 'utf8')),
      statements: statementsOf(code),
      link: section === undefined ? page : `${page}#${toAnchor(section)}`,
      title: section === undefined ? pageTitle : `${pageTitle}: ${section}`,
    }
  })
}

function importsOf(source: string): Map<string, string> {
  const imports = source.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm)
  return new Map(
    [...imports].flatMap(([, names = '', module = '']) =>
      names
        .split(',')
        .map((name): [string, string] => [name.replace(/^\s*(?:type )?|\s*$/g, ''), module]),
    ),
  )
}

/** The statements of a program except imports, each with its comments and decorators. */
function statementsOf(code: string): string[] {
  let end = 0
  return parseSync('example.ts', code).program.body.flatMap((statement) => {
    const text = code.slice(end, statement.end).trim()
    end = statement.end
    return statement.type === 'ImportDeclaration' ? [] : [text]
  })
}
