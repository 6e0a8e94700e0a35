/** `fw --production` has no built application to run. */
export class NothingBuilt extends Error {
  override readonly name = 'NothingBuilt'

  constructor(folder: string) {
    super(`${folder} has no dist that fw build wrote. Run: fw build`)
  }
}

/** `fw --production` was called with a command that needs the source. */
export class WorksOnSource extends Error {
  override readonly name = 'WorksOnSource'

  constructor(command: string) {
    super(`fw ${command} works on the source, not on the output of fw build. Remove --production.`)
  }
}

/** The module for `fw serve` cannot be served. */
export class NothingToServe extends Error {
  override readonly name = 'NothingToServe'

  constructor(path: string, problem: string) {
    super(`${path} ${problem}. Write: export default { fetch(request: Request): Response { … } }`)
  }
}

/** `fw serve --migrate` was called for an application without migrations. */
export class NothingMigrates extends Error {
  override readonly name = 'NothingMigrates'

  constructor() {
    super('fw serve --migrate needs @fw/migrate. Run: npm install @fw/migrate')
  }
}
