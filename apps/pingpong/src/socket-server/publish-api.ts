import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Channels } from './channels.ts'
import { isSigned } from './signature.ts'

export interface Credentials {
  readonly appId: string
  readonly key: string
  readonly secret: string
}

/** The longest body of a publication, in bytes, and the longest data of an event. */
const longestBody = 100_000

const mostChannels = 100

interface Publication {
  readonly name: string
  readonly data: string
  readonly channels: readonly string[]
  readonly socketId: string | undefined
}

/** Handles `POST /apps/<id>/events`, with which a backend publishes. */
export async function acceptEvent(
  request: IncomingMessage,
  response: ServerResponse,
  credentials: Credentials,
  channels: Channels,
): Promise<void> {
  const answer = (status: number, body: string) => response.writeHead(status).end(body)
  const url = URL.parse(request.url ?? '/', 'http://localhost')
  if (request.method !== 'POST' || url?.pathname !== `/apps/${credentials.appId}/events`) {
    return void answer(404, 'Publish with POST /apps/<app id>/events.')
  }
  const body = await readBody(request)
  if (body === undefined) return void answer(413, `A publication has ${longestBody} bytes at most.`)
  if (!isSigned('POST', url.pathname, url.searchParams, body, credentials)) {
    return void answer(401, 'The signature of the publication is not valid.')
  }
  const publication = readPublication(body)
  if (!publication) return void answer(400, 'A publication has name, data and channels.')
  for (const channel of publication.channels) {
    channels.publish(channel, publication.name, publication.data, publication.socketId)
  }
  answer(200, '{}')
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longestBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function readPublication(body: string): Publication | undefined {
  try {
    const { name, data, channel, channels = [channel], socket_id: socketId } = JSON.parse(body)
    const isList = Array.isArray(channels) && channels.length <= mostChannels
    if (!isList || !channels.every((each) => typeof each === 'string')) return undefined
    if (typeof name !== 'string' || typeof data !== 'string') return undefined
    return { name, data, channels, socketId }
  } catch {
    return undefined
  }
}
