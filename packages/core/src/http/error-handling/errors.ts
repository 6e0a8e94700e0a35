/** Thrown if the path of a route is invalid. Detected when the class is registered. */
export class InvalidPathTemplate extends Error {
  override readonly name = 'InvalidPathTemplate'

  constructor(owner: string, path: string, problem: string) {
    super(`${owner}: the path "${path}" cannot be used: ${problem}`)
  }
}

/** Thrown if two methods declare the same route. Detected when the second class is registered. */
export class DuplicateRoute extends Error {
  override readonly name = 'DuplicateRoute'

  constructor(httpMethod: string, path: string, first: string, second: string) {
    super(
      `${second}: ${httpMethod} ${path} is already handled by ${first}. ` +
        'Two routes of the same method and shape cannot both match: change one path.',
    )
  }
}

/** Thrown if a route can never be called. Detected when the class is registered. */
export class InvalidRoute extends Error {
  override readonly name = 'InvalidRoute'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** Thrown if middleware or a setting cannot work on its class or method. Detected when the kernel is created. */
export class InvalidMiddleware extends Error {
  override readonly name = 'InvalidMiddleware'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/**
 * Thrown if a method with `@ErrorHandler` is invalid, or if `@Throws` has an error without a handler. Detected at boot.
 */
export class InvalidErrorHandler extends Error {
  override readonly name = 'InvalidErrorHandler'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** Thrown if two methods handle the same error class. Detected when the second is registered. */
export class DuplicateErrorHandler extends Error {
  override readonly name = 'DuplicateErrorHandler'

  constructor(error: string, first: string, second: string) {
    super(`${second}: ${error} already has a handler, ${first}. Remove one of them.`)
  }
}
