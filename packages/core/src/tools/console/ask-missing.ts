import type { Container } from '../../base/container/container.ts'
import { eachFailure } from '../../data/validation/field-errors.ts'
import type { ConsoleCommand } from './command.ts'
import { choicesOf, isRequired, isSensitive, typeOf } from './parameter-facts.ts'
import { isInputParameter, type InputParameter } from './parameter.ts'
import { PromptsNotInstalled } from './prompt-errors.ts'
import { Prompt } from './prompt.ts'
import {
  assignArguments,
  toValue,
  type CollectedValues,
  type ArgumentTexts,
} from './read-arguments.ts'

/**
 * Asks for values that are missing on the command line, and reads secrets from standard input. Does not ask if another
 * value is invalid, if there is no terminal, or if the package for questions is not installed.
 */
export async function askMissing(
  { parameters }: Pick<ConsoleCommand, 'parameters'>,
  argv: readonly string[],
  container: Container,
): Promise<CollectedValues> {
  const inputs = parameters.filter(isInputParameter)
  const problems: string[] = []
  const texts = assignArguments(inputs, argv, problems)
  const values = await readSecrets(texts)
  for (const [parameter, words] of texts) toValue(parameter, words, problems)
  const prompt = container.get(Prompt)
  if (problems.length > 0 || !prompt.isInteractive) return values
  const missing = inputs.filter((parameter) => isRequired(parameter) && !texts.has(parameter))
  try {
    for (const parameter of missing) values.set(parameter, await ask(parameter, prompt))
  } catch (error) {
    if (!(error instanceof PromptsNotInstalled)) throw error
  }
  return values
}

/** Reads secrets that are passed as `-`: command-line arguments are visible to all users of a machine. */
async function readSecrets(texts: ArgumentTexts): Promise<Map<InputParameter, string | boolean>> {
  const values = new Map<InputParameter, string | boolean>()
  for (const [parameter, words] of texts) {
    if (!isSensitive(parameter) || words[0] !== '-') continue
    texts.delete(parameter)
    // In a terminal, the input would be visible, so a question asks for the secret instead.
    if (process.stdin.isTTY) continue
    const { text } = await import('node:stream/consumers')
    const secret = (await text(process.stdin)).replace(/\r?\n$/, '')
    texts.set(parameter, [secret])
    values.set(parameter, secret)
  }
  return values
}

function ask(parameter: InputParameter, prompt: Prompt): Promise<string | boolean> {
  const { kind, label: flag, name, reflection } = parameter
  const { summary } = reflection.doc
  const choices = choicesOf(parameter)
  const title = kind === 'option' ? flag : name
  const question = summary === undefined ? title : `${title}: ${summary}`
  const check = (text: string) => problemOf(parameter, text)
  if (choices) return prompt.choice(question, choices, { flag })
  if (typeOf(parameter) === 'boolean') return prompt.confirm(question, { flag })
  return isSensitive(parameter)
    ? prompt.secret(question, { flag, check })
    : prompt.text(question, { flag, check })
}

function problemOf({ slot, check }: InputParameter, text: string): string | undefined {
  const errors: string[] = []
  check(slot.plan.cast(text), errors)
  const [first] = eachFailure(errors)
  return first?.message
}
