import { Listener, Logger } from 'fw'
import { PingChanged } from './ping.ts'

export class PingLog {
  constructor(private readonly logger: Logger) {}

  @Listener()
  write(event: PingChanged): void {
    const { id, status, scenario } = event.ping
    this.logger.info(`Ping ${id} is ${status}.`, { scenario })
  }
}
