import { Connection, type ReceivedResponse } from '../http/adapters/connection.ts'
import { attackOnce } from './attack-once.ts'
import type { HostileRequest } from './hostile-http.ts'
import { below, seeded, type Random } from './random.ts'

export interface HttpAttack {
  readonly inputs: number
  /** The number of concurrent connections. */
  readonly clients: number
  readonly seed: number
  readonly create: (random: Random) => HostileRequest
  /** Called for every input that got its responses. */
  readonly onInput?: (count: number) => Promise<void> | void
}

export interface AttackReport {
  /** Inputs by their kind. */
  readonly kinds: Record<string, number>
  /** The number of responses by status. */
  readonly statuses: Record<number, number>
  /** Unexpected results, each with its input; at most 20. */
  readonly faults: string[]
  /** The longest wait for a response, in milliseconds, and the kind of request. */
  longest: readonly [milliseconds: number, kind: string]
}

/** The time limit for a response; generous, because the machine may be busy. */
const patience = 30_000

/**
 * Sends hostile requests to the application of `fixtures/attacked-server.ts`. After each of them
 * comes a valid request with its own number, which must be in the response, so no response is lost,
 * hidden or out of order.
 */
export async function attackHttp(port: number, attack: HttpAttack): Promise<AttackReport> {
  const report: AttackReport = { kinds: {}, statuses: {}, faults: [], longest: [0, 'none'] }
  let sent = 0
  let done = 0
  const attackAgain = async (client: number) => {
    const random = seeded(attack.seed * 1000 + client)
    const attacker = new Attacker(port, report)
    while (sent < attack.inputs && report.faults.length < 20) {
      sent += 1
      await attacker.send(attack.create(random), below(random, 1_000_000_000))
      done += 1
      await attack.onInput?.(done)
    }
    attacker.leave()
  }
  await Promise.all(Array.from({ length: attack.clients }, (_, client) => attackAgain(client)))
  return report
}

class Attacker {
  readonly #port: number
  readonly #report: AttackReport
  #connection: Connection | undefined

  constructor(port: number, report: AttackReport) {
    this.#port = port
    this.#report = report
  }

  leave(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  async send(request: HostileRequest, marker: number): Promise<void> {
    const { kinds, faults } = this.#report
    kinds[request.kind] = (kinds[request.kind] ?? 0) + 1
    try {
      if (request.isFramed) await this.#exchange(request)
      else await this.#sendOnItsOwn(request)
      await this.#expectMarker(marker)
    } catch (error) {
      const sent = JSON.stringify(Buffer.concat(request.pieces).toString('latin1').slice(0, 2000))
      faults.push(`${request.kind}: ${String(error)}\nSent: ${sent}`)
      this.leave()
    }
  }

  async #sendOnItsOwn(request: HostileRequest): Promise<void> {
    const { statuses } = this.#report
    const faultOf = (answer: { status: number; body: string }, index: number) => {
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      return request.faultOf?.(answer, index)
    }
    const fault = await attackOnce(this.#port, { ...request, faultOf })
    if (fault !== undefined) throw new Error(fault)
  }

  async #exchange({ kind, pieces, statuses, faultOf }: HostileRequest): Promise<void> {
    const connection = (this.#connection ??= await Connection.open(this.#port))
    for (const piece of pieces) connection.send(piece)
    for (const [index, allowed] of statuses.entries()) {
      const answer = await this.#answer(connection, kind)
      if (!answer) return
      const { status } = answer
      if (!allowed.includes(status)) throw new Error(`Answered ${status}: ${answer.body}`)
      const body = Buffer.from(answer.body, 'latin1').toString()
      const fault = faultOf?.({ status, body }, index)
      if (fault) throw new Error(`${fault} ${status} ${body.slice(0, 1000)}`)
      if (answer.isLast) return this.leave()
    }
  }

  async #expectMarker(marker: number): Promise<void> {
    const connection = (this.#connection ??= await Connection.open(this.#port))
    connection.send(`GET /number/${marker} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const answer = await this.#answer(connection, 'a valid request')
    if (answer?.body === `${marker}`) return
    throw new Error(`The request after it was answered ${JSON.stringify(answer)}.`)
  }

  /** Undefined if the connection ended before the first byte of the response. */
  async #answer(connection: Connection, kind: string): Promise<ReceivedResponse | undefined> {
    const start = performance.now()
    const limit = setTimeout(() => connection.close(), patience)
    const answer = await connection.readResponseOrEnd()
    clearTimeout(limit)
    const time = performance.now() - start
    if (time > this.#report.longest[0]) this.#report.longest = [time, kind]
    if (time >= patience) throw new Error(`No answer after ${patience} ms.`)
    const { statuses } = this.#report
    if (answer) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    else this.leave()
    return answer
  }
}
