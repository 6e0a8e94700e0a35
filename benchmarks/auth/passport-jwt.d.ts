/** The used part of a package without types. */
declare module 'passport-jwt' {
  export class Strategy {
    constructor(options: Readonly<Record<string, unknown>>)
  }
  export const ExtractJwt: {
    fromAuthHeaderAsBearerToken(): (request: object) => string | null
  }
}
