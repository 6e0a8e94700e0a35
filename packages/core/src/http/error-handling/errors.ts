/** Thrown if the path of a route, a prefix or an endpoint is invalid. Detected at boot. */
export class InvalidPathTemplate extends Error {
  override readonly name = 'InvalidPathTemplate'

  constructor(owner: string, path: string, problem: string) {
    super(`${owner}: the path "${path}" cannot be used: ${problem}`)
  }
}

/** Thrown if two methods declare the same route. Detected when the class of the second method is registered. */
export class DuplicateRoute extends Error {
  override readonly name = 'DuplicateRoute'

  constructor(httpMethod: string, path: string, first: string, second: string) {
    super(
      `${second}: ${httpMethod} ${path} is already handled by ${first}. ` +
        'Change one path: other placeholder names are not enough.',
    )
  }
}

/** Thrown if a route or a `@Prefix` is declared incorrectly. Detected when the class is registered. */
export class InvalidRoute extends Error {
  override readonly name = 'InvalidRoute'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/**
 * Thrown if middleware, a `Setting` or `@Application` cannot work on its class or method. Detected
 * at boot.
 */
export class InvalidMiddleware extends Error {
  override readonly name = 'InvalidMiddleware'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/**
 * Thrown if a method with `@ErrorHandler` is invalid, or if the response to an error in `@Throws` is unknown. Detected
 * at boot.
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
