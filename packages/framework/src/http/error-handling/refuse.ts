import { HttpError } from '../../message/http-error.ts'
import { Reply, type ReplyOptions } from '../../message/reply.ts'

/** Refuses a request, with a reply or by an error. */
export type Refuse = (
  status: number,
  message: string,
  options?: Pick<ReplyOptions, 'headers'>,
) => Reply

/** Replies at once, where nothing else decides the answer. */
export const refuseByReply: Refuse = (status, message, options) =>
  Reply.error(status, message, options)

export const refuseByError: Refuse = (status, message, options) => {
  throw new HttpError(status, message, options)
}
