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

/** `fw serve --migrate` was asked of an application that has no migrations. */
export class NothingMigrates extends Error {
  override readonly name = 'NothingMigrates'

  constructor() {
    super('fw serve --migrate needs @fw/migrate. Run: npm install @fw/migrate')
  }
}
