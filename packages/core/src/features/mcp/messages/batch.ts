import { isPlainObject } from '../../../data/validation/plain-object.ts'
import { internalError, invalidRequest, MessageRefused } from '../protocol/json-rpc.ts'
import type { MessageContext } from '../protocol/method.ts'
import { allowsBatches } from '../versions/legacy.ts'
import { hasClaim } from '../versions/modern.ts'

/** Returns the error for a message whose response would exceed the size limit of its batch. */
export function batchTooLong(limit: number): MessageRefused {
  const problem = `The responses to the batch are over ${limit} bytes. Send this message by itself.`
  return new MessageRefused(internalError, problem)
}

/** The maximum number of messages in a batch, which are all processed at the same time. */
const maxBatch = 100

/** Returns the error that rejects a batch; undefined if it may run. */
export function batchProblem(
  batch: readonly unknown[],
  context: MessageContext,
): MessageRefused | undefined {
  const refuse = (problem: string) => new MessageRefused(invalidRequest, problem, { status: 400 })
  if (!allowsBatches(context))
    return refuse('This version of the protocol does not support batches.')
  if (batch.length === 0) return refuse('The batch is empty.')
  if (batch.length > maxBatch) {
    return refuse(
      `A batch may have at most ${maxBatch} messages, but this one has ${batch.length}. Send several batches.`,
    )
  }
  for (const message of batch.filter(isPlainObject)) {
    if (message['method'] === 'initialize') return refuse('A batch cannot contain "initialize".')
    if (hasClaim(message['params'])) return refuse('Version 2026-07-28 does not support batches.')
  }
  return undefined
}
