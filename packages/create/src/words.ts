import { parseArgs } from 'node:util'
import { UnusableWords } from './errors.ts'
import { installers, type InstallerName } from './installers.ts'
import { parts, templates, type PartName, type TemplateName } from './templates.ts'

export const usage = `Usage: npm create fw@latest [folder] -- [flags]
       npx create-fw add ${parts.join('|')}

  --template <name>  ${templates.join(', ')}; default: api
  --pm <name>        ${installers.join(', ')}; default: the one that runs this program
  --no-install       only write the files
  --no-git           create no Git repository
  --no-docker        no Dockerfile, no compose.yaml
  --no-ci            no workflow of GitHub
  --yes              do not ask questions
  --json             print folder, files and next commands as JSON
  --version, --help
`

interface Shared {
  readonly pm?: InstallerName
  readonly install: boolean
  readonly json: boolean
}

export interface CreateWords extends Shared {
  readonly command: 'create'
  readonly folder?: string
  readonly template?: TemplateName
  readonly git: boolean
  readonly docker: boolean
  readonly ci: boolean
  /** True if no flag was passed. */
  readonly mayAsk: boolean
}

export interface AddWords extends Shared {
  readonly command: 'add'
  readonly parts: readonly PartName[]
}

type Words = CreateWords | AddWords | { readonly command: 'help' } | { readonly command: 'version' }

/** Parses the arguments after `create-fw`. Throws {@link UnusableWords}. */
export function readWords(words: readonly string[]): Words {
  const { values, positionals, tokens } = parseArgs({
    args: [...words],
    options: flags,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) if (token.kind === 'option') refuseUnknown(token)
  if (values['help']) return { command: 'help' }
  if (values['version']) return { command: 'version' }
  const pm = oneOf('--pm', values['pm'], installers)
  const shared = {
    ...(pm && { pm }),
    install: !values['no-install'],
    json: values['json'] === true,
  }
  const [first, ...rest] = positionals
  if (first === 'add') return { command: 'add', parts: readParts(rest), ...shared }
  if (rest.length > 0) throw new UnusableWords(tooMany(positionals))
  const template = oneOf('--template', values['template'], templates)
  return {
    command: 'create',
    ...(first !== undefined && { folder: first }),
    ...(template && { template }),
    ...shared,
    git: !values['no-git'],
    docker: !values['no-docker'],
    ci: !values['no-ci'],
    mayAsk: tokens.every(({ kind }) => kind !== 'option'),
  }
}

const flags = {
  template: { type: 'string' },
  pm: { type: 'string' },
  'no-install': { type: 'boolean' },
  'no-git': { type: 'boolean' },
  'no-docker': { type: 'boolean' },
  'no-ci': { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
}

function refuseUnknown({ name, rawName, value }: OptionToken): void {
  const flag = Object.entries(flags).find(([known]) => known === name)?.[1]
  if (!flag) {
    throw new UnusableWords(`${rawName} is not a flag of create-fw. create-fw --help lists them.`)
  }
  if (flag.type === 'string' && value === undefined) {
    throw new UnusableWords(`${rawName} needs a value. create-fw --help lists them.`)
  }
  if (flag.type === 'boolean' && value !== undefined) {
    throw new UnusableWords(`${rawName} takes no value. Write ${rawName} alone.`)
  }
}

function oneOf<Name extends string>(
  flag: string,
  given: unknown,
  names: readonly Name[],
): Name | undefined {
  if (given === undefined) return undefined
  const found = names.find((name) => name === given)
  if (found) return found
  throw new UnusableWords(`${flag} ${String(given)} is unknown. Write one of: ${names.join(', ')}.`)
}

function readParts(words: readonly string[]): PartName[] {
  if (words.length === 0) {
    throw new UnusableWords(`create-fw add what? Write one of: ${parts.join(', ')}.`)
  }
  return words.flatMap((word) => oneOf('add', word, parts) ?? [])
}

/** npm takes `--template api` for its own unless it stands after `--`, and leaves `api` behind. */
function tooMany(given: readonly string[]): string {
  const shown = given.join(', ')
  return `create-fw takes one folder, but got ${shown}. With npm, flags must follow --: npm create fw@latest ${given[0]} -- --template api.`
}
