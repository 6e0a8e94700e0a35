export { runCommandLine } from './command-line.ts'
export type { ConsoleCommand } from './console/command.ts'
export { describeError } from './console/describe-error.ts'
export {
  AddressTaken,
  DuplicateCommand,
  InvalidCommand,
  NothingBuilt,
  UnusableAddress,
  WrongUsage,
} from './console/errors.ts'
export { builtInArgument, builtInOption, type CommandParameter } from './console/parameter.ts'
export { CommandDiscovery, CommandRegistry } from './console/registry.ts'
export { CommandRunner, type ConsoleOutput } from './console/runner.ts'
export { table } from './console/table.ts'
