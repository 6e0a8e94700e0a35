import { parseArgs } from 'node:util'
import { InvalidArguments } from './errors.ts'
import { installers, type InstallerName } from './installers.ts'
import { features, partTable, parts, presets, templates } from './parts.ts'
import type { FeatureName, PartName, TemplateName } from './parts.ts'

const featureLines = features.map((name) => `  --${name.padEnd(17)}${partTable[name].text}\n`)

const templateLines = templates.map((name) => {
  const parts = presets[name].map((part) => `--${part}`).join(' ')
  const workspace = name === 'monorepo' ? ', each folder a workspace' : ''
  return `    ${name.padEnd(17)}${parts || 'none'}${workspace}\n`
})

export const usage = `Usage: npm create @fw@latest [folder] -- [flags]
       npx @fw/create add <part>…

Parts, which can be combined:
${featureLines.join('')}
  --template <name>  a set of parts; default: api
${templateLines.join('')}  --pm <name>        ${installers.join(', ')}; default: the one of the lock file,
                     or else the one that runs this program
  --packages <dir>   install the packages of fw that "npm run pack" has written to a folder
  --no-install       only write the files
  --no-git           no Git repository
  --no-docker        no Dockerfile, no compose.yaml
  --no-ci            no GitHub workflow
  --yes              do not ask questions
  --json             print folder, files and next commands as JSON
  --version, --help

Parts of add: ${parts.join(', ')}
`

interface SharedOptions {
  readonly pm?: InstallerName
  readonly install: boolean
  readonly json: boolean
}

export interface CreateOptions extends SharedOptions {
  readonly command: 'create'
  readonly folder?: string
  readonly template?: TemplateName
  /** The parts chosen in addition to those of the template. */
  readonly parts: readonly FeatureName[]
  /** A folder with packed fw packages, which are installed instead of those on npm. */
  readonly packages?: string
  readonly git: boolean
  readonly docker: boolean
  readonly ci: boolean
  /** True if no flag other than `--packages` was passed, so questions may be asked. */
  readonly mayAsk: boolean
}

export interface AddOptions extends SharedOptions {
  readonly command: 'add'
  readonly parts: readonly PartName[]
}

type ParsedArguments =
  | CreateOptions
  | AddOptions
  | { readonly command: 'help' }
  | { readonly command: 'version' }

/** Parses the arguments after `@fw/create`. Throws {@link InvalidArguments}. */
export function parseArguments(args: readonly string[]): ParsedArguments {
  const { values, positionals, tokens } = parseArgs({
    args: args.map((word) => aliases[word] ?? word),
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
  if (rest.length > 0) throw new InvalidArguments(tooMany(positionals))
  const template = oneOf('--template', values['template'], templates)
  return {
    command: 'create',
    ...(first !== undefined && { folder: first }),
    ...(template && { template }),
    parts: features.filter((name) => values[name]),
    ...(typeof values['packages'] === 'string' && { packages: values['packages'] }),
    ...shared,
    git: !values['no-git'],
    docker: !values['no-docker'],
    ci: !values['no-ci'],
    mayAsk: tokens.every((token) => token.kind !== 'option' || token.name === 'packages'),
  }
}

/** Flag names that users may guess, and the actual names. */
const aliases: Readonly<Record<string, string>> = {
  '--database=sqlite': '--database',
  '--database=postgres': '--postgres',
}

const flags: Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>> = {
  ...Object.fromEntries(features.map((name) => [name, { type: 'boolean' as const }])),
  template: { type: 'string' },
  pm: { type: 'string' },
  packages: { type: 'string' },
  'no-install': { type: 'boolean' },
  'no-git': { type: 'boolean' },
  'no-docker': { type: 'boolean' },
  'no-ci': { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
}

function refuseUnknown({ name, rawName, value }: OptionToken): void {
  const flag = Object.entries(flags).find(([known]) => known === name)?.[1]
  if (!flag) {
    throw new InvalidArguments(
      `${rawName} is not a flag of @fw/create. npx @fw/create --help lists the flags.`,
    )
  }
  if (flag.type === 'string' && value === undefined) {
    throw new InvalidArguments(`${rawName} needs a value. npx @fw/create --help lists the flags.`)
  }
  if (flag.type === 'boolean' && value !== undefined) {
    throw new InvalidArguments(`${rawName} takes no value. Write ${rawName} alone.`)
  }
}

function oneOf<Name extends string>(
  flag: string,
  value: unknown,
  names: readonly Name[],
): Name | undefined {
  if (value === undefined) return undefined
  const found = names.find((name) => name === value)
  if (found) return found
  throw new InvalidArguments(
    `${flag} ${String(value)} is unknown. Write one of: ${names.join(', ')}.`,
  )
}

function readParts(names: readonly string[]): PartName[] {
  if (names.length === 0) {
    throw new InvalidArguments(
      `@fw/create add needs the name of a part. Write one of: ${parts.join(', ')}.`,
    )
  }
  return names.flatMap((name) => oneOf('add', name, parts) ?? [])
}

/** Explains a missing `--`: npm then reads `--template` as its own flag, and passes only `api` on. */
function tooMany(positionals: readonly string[]): string {
  const shown = positionals.join(', ')
  return `@fw/create takes one folder, but got ${shown}. With npm, flags must follow --: npm create @fw@latest ${positionals[0]} -- --template api.`
}
