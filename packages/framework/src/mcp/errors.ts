/** A method marked @McpTool cannot be called. Raised when the class is registered. */
export class InvalidTool extends Error {
  override readonly name = 'InvalidTool'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** A method marked @McpResource cannot be read. Raised when the class is registered. */
export class InvalidResource extends Error {
  override readonly name = 'InvalidResource'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** Two methods declare the same tool. Raised when the second is registered. */
export class DuplicateTool extends Error {
  override readonly name = 'DuplicateTool'

  constructor(tool: string, first: string, second: string) {
    super(`${second}: the tool "${tool}" is already that of ${first}. Change one name.`)
  }
}

/** Two methods declare the same resource. Raised when the second is registered. */
export class DuplicateResource extends Error {
  override readonly name = 'DuplicateResource'

  constructor(uri: string, first: string, second: string) {
    super(`${second}: the resource "${uri}" is already that of ${first}. Change one uri.`)
  }
}
