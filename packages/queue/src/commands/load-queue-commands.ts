import type { ConsoleCommand } from 'fw/console'

/** What the command line of an application adds to its commands; nobody else has to load them. */
export async function loadQueueCommands(): Promise<readonly ConsoleCommand[]> {
  return (await import('./queue-commands.ts')).queueCommands
}
