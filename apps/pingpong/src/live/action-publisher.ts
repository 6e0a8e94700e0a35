import { Listener } from '@fw/core'
import { ActionEvent } from './action-event.ts'
import { Publisher } from './publisher.ts'

/** Shows every stage of every ping to the browsers. */
export class ActionPublisher {
  constructor(private readonly publisher: Publisher) {}

  @Listener()
  async publish(event: ActionEvent): Promise<void> {
    const { stage, id, scenario } = event
    await this.publisher.publish('ping-pong', 'action', { stage, id, scenario })
  }
}
