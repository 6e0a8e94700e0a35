export class CurrentUser {
  constructor(private readonly request: Request) {}

  get email(): string {
    return this.request.headers.get('x-user') ?? 'nobody@example.com'
  }
}
