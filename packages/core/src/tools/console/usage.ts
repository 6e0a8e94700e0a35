import type { ConsoleCommand } from './command.ts'
import { isRequired, isSensitive, literalOf, typeOf } from './parameter-facts.ts'
import { isInputParameter, type InputParameter } from './parameter.ts'
import { table } from './table.ts'
import { wrap } from './wrap.ts'

/**
 * Returns the list of commands, which `fw` prints if no command is given. Names such as `queue:work` are grouped by
 * their first word. `columns` is the width of the terminal.
 */
export function listCommands(commands: readonly ConsoleCommand[], columns?: number): string {
  const groups = Map.groupBy(commands, ({ name }) => /^[^:]+(?=:)/.exec(name)?.[0] ?? '')
  const width = Math.max(0, ...commands.map(({ name }) => name.length))
  const list = ([group, members]: [string, readonly ConsoleCommand[]]) => {
    const rows = members.map(({ name, description }) => [name.padEnd(width), description])
    return `${group || 'Commands'}:\n${table(rows, '  ', columns)}\n`
  }
  const ordered = [...groups].toSorted(([a], [b]) => Number(a !== '') - Number(b !== ''))
  return (
    'Usage: fw [--production] <command> [arguments]\n\n' +
    `${ordered.map(list).join('')}` +
    wrap(
      'fw help <command> shows the arguments of a command, and fw --version the release.\n' +
        'fw --production <command> runs what "fw build" has written, as NODE_ENV=production does.\n',
      columns,
    )
  )
}

/** Returns the output of `fw <command> --help`. `columns` is the width of the terminal. */
export function describeUsage(command: ConsoleCommand, columns?: number): string {
  const inputs = command.parameters.filter(isInputParameter)
  const positional = inputs.filter(({ kind }) => kind === 'argument')
  const options = inputs.filter(({ kind }) => kind === 'option')
  const parts = ['fw', command.name, ...positional.map(argumentSyntax), '[options]']
  const optionRows = options.map((option) => [optionSyntax(option), explain(option)])
  return [
    `Usage: ${parts.join(' ')}\n`,
    command.description && `${wrap(command.description, columns)}\n`,
    positional.length > 0 &&
      `Arguments:\n${table(
        positional.map((each) => [each.label, explain(each)]),
        '  ',
        columns,
      )}`,
    `Options:\n${table([...optionRows, ['-h, --help', 'Show this help.']], '  ', columns)}`,
  ]
    .filter((part) => part !== '' && part !== false)
    .join('\n')
}

function argumentSyntax(parameter: InputParameter): string {
  const { label, isList } = parameter
  const syntax = isList ? `${label}...` : label
  return isRequired(parameter) ? syntax : `[${syntax}]`
}

function optionSyntax(parameter: InputParameter): string {
  const { label, isFlag, isList } = parameter
  if (isFlag) return literalOf(parameter)?.value === true ? label.replace('--', '--no-') : label
  const type = typeOf(parameter)
  return isList ? `${label} <${type}>...` : `${label} <${type}>`
}

function explain(parameter: InputParameter): string {
  const { kind, isFlag, reflection } = parameter
  const [type, literal] = [typeOf(parameter), literalOf(parameter)]
  const isSecret = isSensitive(parameter)
  return [
    reflection.doc.summary,
    kind === 'argument' && type !== 'string' && `(${type})`,
    kind === 'option' && isRequired(parameter) && '(required)',
    isSecret && '("-" reads it from standard input)',
    literal && !isFlag && !isSecret && `(default: ${String(literal.value)})`,
  ]
    .filter(Boolean)
    .join(' ')
}
