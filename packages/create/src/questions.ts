import { features, partTable, type FeatureName, type TemplateName } from './parts.ts'
import { Prompts } from './prompts.ts'

export interface Selection {
  readonly folder: string
  readonly template: TemplateName
  readonly parts: readonly FeatureName[]
  readonly install: boolean
}

/** Asks questions in the terminal. Asks for the folder only if none was passed. */
export async function askQuestions(
  named: string | undefined,
  fallback: string,
  signal: AbortSignal,
): Promise<Selection> {
  const prompts = new Prompts(signal)
  try {
    const folder = named ?? (await prompts.text('Folder', fallback))
    const parts = await prompts.many('Parts', choices)
    const template = parts.includes('web') ? await prompts.one('Folders', layouts) : 'api'
    return { folder, template, parts, install: await prompts.one('Packages', installs) }
  } finally {
    prompts.close()
  }
}

const choices = features.map((value) => ({ value, name: value, text: partTable[value].text }))

const layouts = [
  { value: 'api' as const, name: 'one application', text: 'the page is in its folder web' },
  { value: 'monorepo' as const, name: 'monorepo', text: 'apps/api, apps/web and shared packages' },
]

const installs = [
  { value: true, name: 'install', text: 'now, into node_modules' },
  { value: false, name: 'later', text: 'only write the files' },
]
