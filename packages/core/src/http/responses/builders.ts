import { problemReply, type ProblemMembers } from '../message/problem.ts'
import { Reply, type FileReplyOptions } from '../message/reply.ts'

/** Creates error responses. */
export const ErrorResponse = {
  /** Creates an error response with status 4xx or 5xx in the error format of the application. */
  create: (status: number, message: string): Reply<never> => Reply.error(status, message),
}

/** Creates problem responses (RFC 9457). */
export const ProblemResponse = {
  /**
   * Creates a problem response (RFC 9457), as `application/problem+json`. Defaults: `about:blank` for `type`, and the
   * reason phrase of the status for `title`.
   */
  create: (status: number, members: ProblemMembers = {}): Reply<never> =>
    problemReply(status, members),
}

/** Creates HTML responses. */
export const HtmlResponse = {
  /** Creates an HTML response, as `text/html`. */
  create: (html: string, status = 200): Reply => Reply.html(html, { status }),
}

/** Creates plain text responses. */
export const TextResponse = {
  /** Creates a plain text response, as `text/plain`. */
  create: (text: string, status = 200): Reply => Reply.text(text, { status }),
}

/** Creates redirects. */
export const RedirectResponse = {
  /**
   * Redirects the client to `url`, relative or absolute. Spaces, control characters and non-ASCII characters are
   * percent-encoded.
   */
  to: (url: string, status = 302): Reply<never> => Reply.redirect(url, { status }),
}

/** Creates responses from files, and from data in memory. */
export const FileResponse = {
  /**
   * Streams a file, or responds with 404 if it does not exist. Range and conditional requests are supported. The type
   * defaults to the one for the file extension. The path is not checked: use `fromFolder` if it depends on client
   * input.
   */
  fromPath: (path: string, status = 200, type?: Maybe, filename?: Maybe): Reply =>
    Reply.file(path, fileOptions(status, type, filename)),

  /**
   * Streams the file at `path` inside `folder`, or responds with 404 if it does not exist or is outside of the folder.
   */
  fromFolder: (folder: string, path: string, status = 200, type?: Maybe, filename?: Maybe): Reply =>
    Reply.fileIn(folder, path, fileOptions(status, type, filename)),

  /** Sends data in memory with the given media type. */
  fromContents: (
    contents: string | Uint8Array<ArrayBuffer>,
    contentType: string,
    status = 200,
    filename?: Maybe,
  ): Reply => Reply.bytes(contents, { ...fileOptions(status, null, filename), contentType }),
}

type Maybe = string | null

function fileOptions(status: number, type?: Maybe, filename?: Maybe): FileReplyOptions {
  return {
    status,
    ...(typeof type === 'string' && { contentType: type }),
    ...(typeof filename === 'string' && { filename }),
  }
}
