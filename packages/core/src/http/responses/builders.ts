import { problemReply, type ProblemMembers } from '../message/problem.ts'
import { Reply, type FileReplyOptions } from '../message/reply.ts'

/** Builds error responses. */
export const ErrorResponse = {
  /** Creates the body `{ "error": message }` with a status of 4xx or 5xx. */
  create: (status: number, message: string): Reply<never> => Reply.error(status, message),
}

/** Builds responses in the format of RFC 9457. */
export const ProblemResponse = {
  /**
   * Creates a problem of RFC 9457, as `application/problem+json`. `type` defaults to `about:blank`, and `title` to the
   * phrase of the status.
   */
  create: (status: number, members: ProblemMembers = {}): Reply<never> =>
    problemReply(status, members),
}

/** Builds pages. */
export const HtmlResponse = {
  /** Creates a page, as `text/html`. */
  create: (html: string, status = 200): Reply => Reply.html(html, { status }),
}

/** Builds responses of plain text. */
export const TextResponse = {
  /** Creates a response of plain text, as `text/plain`. */
  create: (text: string, status = 200): Reply => Reply.text(text, { status }),
}

/** Builds redirects. */
export const RedirectResponse = {
  /**
   * Redirects the client to `url`, relative or absolute. Characters that are not allowed in a header are
   * percent-encoded.
   */
  to: (url: string, status = 302): Reply<never> => Reply.redirect(url, { status }),
}

/** Builds responses of files, and of data in memory. */
export const FileResponse = {
  /**
   * Streams a file; 404 if it does not exist. Range and conditional requests are supported. The type defaults to that
   * of the extension. The path is not checked: use `fromFolder` if it depends on client input.
   */
  fromPath: (path: string, status = 200, type?: Maybe, filename?: Maybe): Reply =>
    Reply.file(path, fileOptions(status, type, filename)),

  /** Streams the file at `path` inside `folder`; 404 if it does not exist or is outside of the folder. */
  fromFolder: (folder: string, path: string, status = 200, type?: Maybe, filename?: Maybe): Reply =>
    Reply.fileIn(folder, path, fileOptions(status, type, filename)),

  /** Sends data in memory with the given type. */
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
