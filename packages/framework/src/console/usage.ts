import type { ConsoleCommand } from './command.ts'
import { isGiven, type GivenParameter } from './parameter.ts'
import { table } from './table.ts'

/** Returns the list of commands, which `fw` without a command prints. */
export function listCommands(commands: readonly ConsoleCommand[]): string {
  const rows = commands.map(({ name, description }) => [name, description])
  return (
    'Usage: fw [--production] <command> [arguments]\n\n' +
    `Commands:\n${table(rows, '  ')}\n` +
    'fw <command> --help shows the arguments of a command.\n' +
    'fw --production <command> runs what "fw build" has written, as NODE_ENV=production does.\n'
  )
}

/** Returns the output of `fw <command> --help`. */
export function describeUsage(command: ConsoleCommand): string {
  const given = command.parameters.filter(isGiven)
  const positional = given.filter(({ kind }) => kind === 'argument')
  const options = given.filter(({ kind }) => kind === 'option')
  const words = ['fw', command.name, ...positional.map(argumentSyntax), '[options]']
  const optionRows = options.map((option) => [optionSyntax(option), explain(option)])
  return [
    `Usage: ${words.join(' ')}\n`,
    command.description && `${command.description}\n`,
    positional.length > 0 &&
      `Arguments:\n${table(
        positional.map((each) => [each.label, explain(each)]),
        '  ',
      )}`,
    `Options:\n${table([...optionRows, ['-h, --help', 'Show this text.']], '  ')}`,
  ]
    .filter((part) => part !== '' && part !== false)
    .join('\n')
}

function argumentSyntax({ label, isList, slot }: GivenParameter): string {
  const syntax = isList ? `${label}...` : label
  return slot.optional || slot.nullable || isList ? `[${syntax}]` : syntax
}

function optionSyntax({ label, isFlag, isList, type, literal }: GivenParameter): string {
  if (isFlag) return literal?.value === true ? label.replace('--', '--no-') : label
  return isList ? `${label} <${type}>...` : `${label} <${type}>`
}

function explain({ kind, summary, type, slot, isFlag, isList, literal }: GivenParameter): string {
  const isRequired = kind === 'option' && !slot.optional && !slot.nullable && !isList && !isFlag
  return [
    summary,
    kind === 'argument' && type !== 'string' && `(${type})`,
    isRequired && '(required)',
    literal && !isFlag && `(default: ${String(literal.value)})`,
  ]
    .filter(Boolean)
    .join(' ')
}
