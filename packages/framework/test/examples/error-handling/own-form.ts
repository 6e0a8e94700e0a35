import { ErrorHandler, HttpError, ValidationFailed } from 'fw'

/** Every error as `{ "errors": { "field": ["message"] } }`, whose fields stand without the envelope that they were sent in. */
export class OwnForm {
  @ErrorHandler()
  http(error: HttpError): { errors: Record<string, string[]> } {
    return { errors: { request: [error.message] } }
  }

  @ErrorHandler(422, 'Some fields do not fit.')
  invalid(error: ValidationFailed): { errors: Record<string, string[]> } {
    const fields = Object.entries(error.errors)
    return {
      errors: Object.fromEntries(fields.map(([key, texts]) => [key.split('.').at(-1), texts])),
    }
  }

  @ErrorHandler(500)
  any(_error: Error): { errors: Record<string, string[]> } {
    return { errors: { request: ['Something went wrong.'] } }
  }
}
