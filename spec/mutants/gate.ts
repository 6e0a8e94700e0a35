import { parseArgs } from 'node:util'
import { git, judgeChange } from './judge-change.ts'

const folders = [
  'packages/core/src/data',
  'packages/core/src/calls',
  'packages/core/src/http',
  'packages/core/src/features/mcp',
  'packages/core/src/features/sessions',
  'packages/transform/src/types',
  'packages/query/src',
  'packages/queue/src',
]

const { values: options } = parseArgs({ options: { base: { type: 'string' } } })
const base = options.base ?? process.env['FW_MUTANTS_BASE'] ?? defaultBase()
if (base === undefined) {
  console.log(
    'Mutants: there is no earlier commit in this clone. Fetch it, or set FW_MUTANTS_BASE.',
  )
} else {
  const { passes, report } = await judgeChange({ base, folders, seconds: 120 })
  console.log(`Mutants: ${report}`)
  process.exitCode = passes ? 0 : 1
}

/** The commit at which the branch left main. On main itself, the commit before. */
function defaultBase(): string | undefined {
  const fork = attempt('merge-base', 'HEAD', 'origin/main') ?? attempt('merge-base', 'HEAD', 'main')
  return fork === undefined || fork === git('rev-parse', 'HEAD')
    ? attempt('rev-parse', '--verify', 'HEAD~1')
    : fork
}

function attempt(...words: string[]): string | undefined {
  try {
    return git(...words)
  } catch {
    return undefined
  }
}
