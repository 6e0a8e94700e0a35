// In a separate file, because every bundle loads the other errors of commands at its start.

/**
 * A command has failed for an expected reason. The command line prints the message alone, without
 * name and stack, and ends with exit code 1. The `cause` is not printed.
 */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}
