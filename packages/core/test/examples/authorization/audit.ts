import { AccessRefused, Listener } from '@fw/core'

export class Audit {
  readonly lines: string[] = []

  @Listener()
  note(refused: AccessRefused) {
    const { status, kind, name, reason, principal } = refused
    const caller = principal?.key ?? 'anonymous'
    this.lines.push(`${status} ${kind} ${name}: ${reason} (${caller})`)
  }
}
