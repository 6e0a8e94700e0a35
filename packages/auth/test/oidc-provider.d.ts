declare module 'oidc-provider' {
  type Request = import('node:http').IncomingMessage
  type Response = import('node:http').ServerResponse

  /** The part that the tests use; the package publishes no types. */
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): import('node:http').RequestListener
    interactionDetails(request: Request, response: Response): Promise<Interaction>
    interactionFinished(
      request: Request,
      response: Response,
      result: object,
      options?: object,
    ): Promise<void>
    readonly Grant: { new (options: object): Grant; find(id: string): Promise<Grant | undefined> }
  }

  export interface Interaction {
    readonly prompt: {
      readonly name: string
      readonly details: {
        readonly missingOIDCScope?: readonly string[]
        readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>
      }
    }
    readonly params: Readonly<Record<string, unknown>>
    readonly session?: { readonly accountId: string }
    readonly grantId?: string
  }

  interface Grant {
    addOIDCScope(scopes: string): void
    addResourceScope(resource: string, scopes: string): void
    save(): Promise<string>
  }
}
