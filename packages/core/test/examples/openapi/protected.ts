import {
  attribute,
  Get,
  type HttpRequest,
  type Middleware,
  type Next,
  Use,
} from '@fw/core'
import {
  HttpError,
  type Operation,
  type OperationAttribute,
  type Route,
} from '@fw/core'

class SignedInAttribute implements OperationAttribute {
  openApi() {
    return { security: [{ bearer: [] }] }
  }
}

export const SignedIn = attribute(SignedInAttribute)

/** Lets a client read at its own time alone. */
export class OpeningHours implements Middleware {
  handle(request: HttpRequest, next: Next) {
    const hour = Number(request.header('x-hour'))
    if (hour >= 9 && hour < 17) return next()
    throw new HttpError(503, 'Come back at nine.', { cause: hour })
  }

  static openApi({ httpMethod }: Route): Partial<Operation> {
    const schema = { type: 'integer', minimum: 0, maximum: 23 }
    return {
      parameters: [
        { name: 'X-Hour', in: 'header', required: true, schema },
      ],
      responses: {
        503: { description: `Nothing answers ${httpMethod} at night.` },
      },
    }
  }
}

@Use(OpeningHours)
export class AccountController {
  @Get('/account')
  @SignedIn()
  show(): string {
    return 'yours'
  }
}
