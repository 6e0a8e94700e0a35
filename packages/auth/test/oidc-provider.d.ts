declare module 'oidc-provider' {
  /** As much of it as the tests use; its own types are not published. */
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): import('node:http').RequestListener
  }
}
