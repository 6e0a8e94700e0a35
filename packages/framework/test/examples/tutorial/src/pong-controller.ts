import { ApiResponse, Get, type int, Post } from 'fw'
import type { Ping, Tally } from './ping.ts'
import { Pings } from './pings.ts'

export class PongController {
  constructor(private readonly pings: Pings) {}

  /** Answers a ping within the request. */
  @Post('/pong/direct')
  async direct(): Promise<Ping> {
    return this.pings.markPonged(await this.pings.create('direct'))
  }

  /** Shows a ping. */
  @Get('/pings/{id}')
  @ApiResponse(404, 'There is no such ping.')
  show(id: int): Promise<Ping> {
    return this.pings.find(id)
  }

  /** Counts the pings by scenario. */
  @Get('/pong/tally')
  tally(): Promise<Tally> {
    return this.pings.tally()
  }
}
