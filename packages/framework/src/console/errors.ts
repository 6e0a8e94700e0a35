/** A method marked @Command cannot be run. Raised when the class is registered. */
export class InvalidCommand extends Error {
  override readonly name = 'InvalidCommand'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** Two methods declare the same command. Raised when the second is registered. */
export class DuplicateCommand extends Error {
  override readonly name = 'DuplicateCommand'

  constructor(command: string, first: string, second: string) {
    super(`${second}: the command "${command}" is already that of ${first}. Change one name.`)
  }
}

/** The arguments of a command do not fit it. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** `fw --production` has nothing to run. */
export class NothingBuilt extends Error {
  override readonly name = 'NothingBuilt'

  constructor(folder: string) {
    super(`${folder} has no dist that fw build has written. Run: fw build`)
  }
}

/** `fw --production` was given a command that works on the source. */
export class WorksOnSource extends Error {
  override readonly name = 'WorksOnSource'

  constructor(command: string) {
    super(`fw ${command} works on the source, and not on what was built. Leave --production out.`)
  }
}

/** The module that `fw serve` was given cannot be served. */
export class NothingToServe extends Error {
  override readonly name = 'NothingToServe'

  constructor(path: string, problem: string) {
    super(`${path} ${problem}. Write: export default { fetch(request: Request): Response { … } }`)
  }
}

/** Another process listens where the application should. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken'
  readonly port: number

  constructor(host: string, port: number, cause: unknown) {
    super(
      `Something else listens on ${host}:${port} already. End it, or choose another port: ` +
        `--port ${port + 1}, or PORT=${port + 1} in .env or the environment.`,
      { cause },
    )
    this.port = port
  }
}

/** Nothing can listen where the application should. */
export class UnusableAddress extends Error {
  override readonly name = 'UnusableAddress'

  constructor(problem: string, cause: unknown) {
    super(problem, { cause })
  }
}

/** What to throw for an error of `listen`. */
export function listenError(host: string, port: number, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new AddressTaken(host, port, cause)
  if (code === 'ERR_SOCKET_BAD_PORT') {
    return new UnusableAddress(
      `${port} is no port. Name one from 0, which is any free one, to 65535: PORT.`,
      cause,
    )
  }
  if (code === 'EACCES') {
    return new UnusableAddress(
      `This user may not listen on port ${port}. Name one from 1024 on: --port, or PORT.`,
      cause,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new UnusableAddress(
      `This machine has no address "${host}". Name one that it has: --host, or HOST. ` +
        '127.0.0.1 is this machine alone, 0.0.0.0 every interface.',
      cause,
    )
  }
  return cause
}

/** `fw serve --migrate` was asked of an application that has no migrations. */
export class NothingMigrates extends Error {
  override readonly name = 'NothingMigrates'

  constructor() {
    super('fw serve --migrate needs @fw/migrate. Run: npm install @fw/migrate')
  }
}
