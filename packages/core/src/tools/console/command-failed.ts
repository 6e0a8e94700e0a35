// In a separate file, because every bundle loads the other errors of commands at its start.

/**
 * Thrown if a command fails for an expected reason. The command line prints only the message,
 * without name and stack, and exits with code 1. The `cause` is not printed.
 */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}
