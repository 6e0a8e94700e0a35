import {
  Application,
  ErrorHandler,
  HttpError,
  Prefix,
  SecurityHeaders,
  StaticFiles,
  ValidationFailed,
} from '@fw/core'

/** The RealWorld application: the API below /api, and the front end. */
@Application()
@Prefix('/api')
@SecurityHeaders()
@StaticFiles('/', 'web/dist')
export class Conduit {}

class Errors {
  constructor(readonly errors: Record<string, readonly string[]>) {}
}

/** The form of errors that the RealWorld specification asks for: fields without their envelope. */
export class ErrorForm {
  @ErrorHandler()
  http(error: HttpError): Errors {
    return new Errors({ request: [error.message] })
  }

  @ErrorHandler(422, 'Some fields are not valid.')
  invalid(error: ValidationFailed): Errors {
    const fields = Object.entries(error.errors)
    return new Errors(
      Object.fromEntries(
        fields.map(([key, texts]) => [key.split('.').slice(1).join('.') || key, texts]),
      ),
    )
  }
}
