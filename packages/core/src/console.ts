export { runCommandLine } from './command-line.ts'
export type { ConsoleCommand } from './tools/console/command.ts'
export { describeError } from './tools/console/describe-error.ts'
export { describeDuration, describeTime } from './tools/console/durations.ts'
export { CommandFailed } from './tools/console/command-failed.ts'
export { DuplicateCommand, InvalidCommand, WrongUsage } from './tools/console/errors.ts'
export { PromptCancelled, PromptsNotInstalled } from './tools/console/prompt-errors.ts'
export { AddressTaken, UnusableAddress } from './tools/console/listen-error.ts'
export { NothingBuilt } from './tools/console/nothing-to-run.ts'
export { builtInArgument, builtInOption, type CommandParameter } from './tools/console/parameter.ts'
export { Progress, type ProgressDetails, type ReportProgress } from './tools/console/progress.ts'
export {
  Prompt,
  type Choice,
  type PromptOptions,
  type TextPromptOptions,
} from './tools/console/prompt.ts'
export { CommandDiscovery, CommandRegistry } from './tools/console/registry.ts'
export { CommandRunner, type ConsoleOutput, type ConsoleStream } from './tools/console/runner.ts'
export type { TerminalStream } from './tools/console/terminal-line.ts'
export { isForPeople } from './tools/console/terminal-logger.ts'
export { table } from './tools/console/table.ts'
