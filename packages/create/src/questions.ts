import { createInterface } from 'node:readline'
import { UnusableWords } from './errors.ts'
import { templates, type TemplateName } from './templates.ts'

export interface Answers {
  readonly folder: string
  readonly template: TemplateName
  readonly install: boolean
}

/**
 * Prompts in the terminal, for the folder only if none was named. Empty input selects the default
 * in brackets.
 */
export async function askQuestions(
  named: string | undefined,
  defaults: Answers,
  signal: AbortSignal,
): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, signal })
  // Ctrl+C only reaches the reader of the terminal.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const lines = terminal[Symbol.asyncIterator]()
  const ask = async <Answer>(
    question: string,
    shown: string,
    read: (answer: string) => Answer | undefined,
  ): Promise<Answer> => {
    terminal.setPrompt(`${question} [${shown}] `)
    for (;;) {
      terminal.prompt()
      const line = await lines.next()
      if (line.done) throw new UnusableWords('The input has ended. Use flags instead.')
      const answer = read(line.value.trim() || shown)
      if (answer !== undefined) return answer
    }
  }
  try {
    return {
      folder: named ?? (await ask('Folder', defaults.folder, (answer) => answer)),
      template: await ask(`Template (${templates.join(', ')})`, defaults.template, (answer) =>
        templates.find((name) => name === answer),
      ),
      install: await ask('Install the packages', defaults.install ? 'yes' : 'no', readYes),
    }
  } finally {
    terminal.close()
  }
}

function readYes(answer: string): boolean | undefined {
  if (/^y(es)?$/i.test(answer)) return true
  return /^no?$/i.test(answer) ? false : undefined
}
