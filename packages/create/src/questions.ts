import type { Key } from 'node:readline'
import type { CANCEL_SYMBOL } from '@clack/prompts'
import { InvalidArguments } from './errors.ts'
import { features, partTable, type FeatureName, type TemplateName } from './parts.ts'

export interface Selection {
  readonly folder: string
  readonly template: TemplateName
  readonly parts: readonly FeatureName[]
  readonly install: boolean
}

/** Asks questions in the terminal. Asks for the folder only if it was not passed as an argument. */
export async function askQuestions(
  folderArgument: string | undefined,
  fallback: string,
  interrupt: AbortSignal,
): Promise<Selection> {
  const { isCancel, multiselect, select, text } = await import('@clack/prompts')
  const ended = new AbortController()
  const signal = AbortSignal.any([interrupt, ended.signal])
  // Deferred, because other listeners are still being called with the key.
  const onKey = (_: unknown, { ctrl, name }: Key) => {
    if (ctrl && name === 'd') setImmediate(() => ended.abort())
  }
  const answerOf = async <T>(prompt: Promise<T | typeof CANCEL_SYMBOL>): Promise<T> => {
    const answer = await prompt
    if (!isCancel(answer)) return answer
    if (ended.signal.aborted) throw new InvalidArguments('The input has ended. Use flags instead.')
    // While single keys are read, Ctrl+C sends no signal.
    if (!interrupt.aborted) process.emit('SIGINT', 'SIGINT')
    throw interrupt.reason
  }
  process.stdin.on('keypress', onKey)
  try {
    const folder =
      folderArgument ??
      (await answerOf(
        text({ message: 'Folder', placeholder: fallback, defaultValue: fallback, signal }),
      ))
    const parts = await answerOf(
      multiselect({ message: 'Parts', options: choices, required: false, signal }),
    )
    const template = parts.includes('web')
      ? await answerOf(select({ message: 'Folders', options: layouts, signal }))
      : 'api'
    const install = await answerOf(select({ message: 'Packages', options: installs, signal }))
    return { folder: folder.trim() || fallback, template, parts, install }
  } finally {
    process.stdin.off('keypress', onKey)
  }
}

const choices = features.map((value) => ({ value, label: value, hint: partTable[value].text }))

const layouts: Choice<TemplateName>[] = [
  { value: 'api', label: 'one application', hint: 'the page is in its folder web' },
  { value: 'monorepo', label: 'monorepo', hint: 'apps/api, apps/web and shared packages' },
]

const installs: Choice<boolean>[] = [
  { value: true, label: 'install', hint: 'now, into node_modules' },
  { value: false, label: 'later', hint: 'only write the files' },
]

interface Choice<Value> {
  value: Value
  label: string
  hint: string
}
