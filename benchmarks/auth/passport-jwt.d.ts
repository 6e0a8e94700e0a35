/** What is used of a package that brings no types. */
declare module 'passport-jwt' {
  export class Strategy {
    constructor(options: Readonly<Record<string, unknown>>)
  }
  export const ExtractJwt: {
    fromAuthHeaderAsBearerToken(): (request: object) => string | null
  }
}
