import { attribute, Get, type OperationAttribute } from 'fw'

class SignedInAttribute implements OperationAttribute {
  openApi() {
    return { security: [{ bearer: [] }] }
  }
}

export const SignedIn = attribute(SignedInAttribute)

export class AccountController {
  @Get('/account')
  @SignedIn()
  show(): string {
    return 'yours'
  }
}
