/** Thrown if `fw --production` is called and there is no built application. */
export class NothingBuilt extends Error {
  override readonly name = 'NothingBuilt'

  constructor(folder: string) {
    super(`${folder} has no dist that fw build wrote. Run: fw build`)
  }
}

/** Thrown if `fw --production` is called with a command that needs the source. */
export class WorksOnSource extends Error {
  override readonly name = 'WorksOnSource'

  constructor(command: string) {
    super(`fw ${command} works on the source, not on the output of fw build. Remove --production.`)
  }
}

/** Thrown if the module passed to `fw serve` cannot be served. */
export class NothingToServe extends Error {
  override readonly name = 'NothingToServe'

  constructor(path: string, problem: string) {
    super(`${path} ${problem}`)
  }
}

/** Thrown if `fw serve --migrate` is called, but no package that runs migrations is installed. */
export class NothingMigrates extends Error {
  override readonly name = 'NothingMigrates'

  constructor() {
    super('fw serve --migrate needs @fw/migrate. Run: npm install @fw/migrate')
  }
}
