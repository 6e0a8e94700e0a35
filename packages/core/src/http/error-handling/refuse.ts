import { HttpError } from '../message/http-error.ts'
import { Reply, type ReplyOptions } from '../message/reply.ts'

/** Rejects a request, with a reply or by throwing an error. */
export type Refuse = (
  status: number,
  message: string,
  options?: Pick<ReplyOptions, 'headers'>,
) => Reply

/** Rejects a request with a reply. Used if no handler and no error format affects the response. */
export const refuseByReply: Refuse = (status, message, options) =>
  Reply.error(status, message, options)

export const refuseByError: Refuse = (status, message, options) => {
  throw new HttpError(status, message, options)
}
