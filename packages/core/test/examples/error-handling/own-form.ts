import { ErrorHandler, HttpError, ValidationFailed } from '@fw/core'

/**
 * Every error as `{ "errors": { "field": ["message"] } }`, with field
 * names without the envelope of the request.
 */
export class OwnForm {
  @ErrorHandler()
  http(error: HttpError): { errors: Record<string, string[]> } {
    return { errors: { request: [error.message] } }
  }

  @ErrorHandler(422, 'Some fields are not valid.')
  invalid(error: ValidationFailed): {
    errors: Record<string, string[]>
  } {
    const fields = Object.entries(error.errors)
    return {
      errors: Object.fromEntries(
        fields.map(([key, texts]) => [key.split('.').at(-1), texts]),
      ),
    }
  }

  @ErrorHandler(500)
  any(_error: Error): { errors: Record<string, string[]> } {
    return { errors: { request: ['Something went wrong.'] } }
  }
}
