/** A route's path cannot be used. Raised when the class is registered. */
export class InvalidPathTemplate extends Error {
  override readonly name = 'InvalidPathTemplate'

  constructor(owner: string, path: string, problem: string) {
    super(`${owner}: the path "${path}" cannot be used: ${problem}`)
  }
}

/** Two methods declare the same route. Raised when the second class is registered. */
export class DuplicateRoute extends Error {
  override readonly name = 'DuplicateRoute'

  constructor(httpMethod: string, path: string, first: string, second: string) {
    super(
      `${second}: ${httpMethod} ${path} is already answered by ${first}. ` +
        'Two routes of the same method and shape cannot both match: change one path.',
    )
  }
}

/** A route stands where it can never be called. Raised when the class is registered. */
export class InvalidRoute extends Error {
  override readonly name = 'InvalidRoute'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** Middleware, or a setting, stands where it cannot work. Raised when the kernel is created. */
export class InvalidMiddleware extends Error {
  override readonly name = 'InvalidMiddleware'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** A middleware has broken the rules of its interface while it handled a request. */
export class MiddlewareFailed extends Error {
  override readonly name = 'MiddlewareFailed'

  constructor(middleware: string, problem: string) {
    super(`${middleware}.handle ${problem}`)
  }
}

/** A method marked @ErrorHandler cannot word errors, or @Throws names one that nobody words. Raised at boot. */
export class InvalidErrorHandler extends Error {
  override readonly name = 'InvalidErrorHandler'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** Two methods word the answer to one class of errors. Raised when the second is registered. */
export class DuplicateErrorHandler extends Error {
  override readonly name = 'DuplicateErrorHandler'

  constructor(error: string, first: string, second: string) {
    super(
      `${second}: ${error} is already worded by ${first}. An error has one answer: take one of the handlers away.`,
    )
  }
}
